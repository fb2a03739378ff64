import type { AppDeps, Handlers } from '@/server/http/routing/handlers'

export function formTokenHandlers({ formTokens }: AppDeps): Pick<Handlers, 'issueFormToken'> {
  return { issueFormToken: () => formTokens.issue() }
}
