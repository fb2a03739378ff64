import type { AppParts, Handlers } from '@/server/http/routing/handlers'

export function formTokenHandlers({ formTokens }: AppParts): Pick<Handlers, 'issueFormToken'> {
  return { issueFormToken: () => formTokens.issue() }
}
