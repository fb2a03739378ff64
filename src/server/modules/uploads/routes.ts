import type { AppDeps, Handlers } from '@/server/http/routing/handlers'

/** Photos before anything names them. */
export function uploadHandlers({ uploads }: AppDeps): Pick<Handlers, 'uploadPhoto'> {
  return {
    uploadPhoto: async ({ params: { sha256 }, body, source }) => ({
      sha256,
      size_bytes: await uploads.receive(sha256, body, source.networks),
    }),
  }
}
