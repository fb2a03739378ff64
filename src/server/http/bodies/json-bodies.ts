import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openArrivingFile } from './arriving-file'
import { JsonStructure } from './json-structure'
import type { LargeBodies } from './large-bodies'
import { receiveBody } from './receive-body'

/**
 * Reads JSON bodies: small ones in memory; large ones, which have a photo as base64, by way of the disk (`uploadsDir`) and
 * parsed one at a time. What is too long or would make too many values is refused while it arrives. A body of no bytes is
 * no body, whatever its Content-Type says: clients that set one on every request may delete, too. Where a body is needed,
 * its absence is validated with the call.
 */
export function parseJsonBodies(
  app: FastifyInstance,
  { largeBodies, uploadsDir }: { largeBodies: LargeBodies; uploadsDir: string },
): void {
  const parseAny = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const parse = (text: string) =>
      new Promise<unknown>((resolve, reject) => {
        if (text === '') resolve(undefined)
        else void parseAny(request, text, (error, body) => (error === null ? resolve(body) : reject(error)))
      })
    const large = largeBodies.of(request)
    const chunks = counted(receiveBody(request, payload, large))
    if (large === undefined) {
      const received: Buffer[] = []
      for await (const chunk of chunks) received.push(chunk)
      return parse(Buffer.concat(received).toString('utf8'))
    }

    const file = await openArrivingFile(uploadsDir)
    try {
      await file.hide()
      for await (const chunk of chunks) await file.append(chunk)
      await largeBodies.enter(large)
      return await parse(await file.text())
    } finally {
      await file.close()
    }
  })
}

/** Throws MALFORMED_REQUEST at the first byte of too much structure. */
async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const structure = new JsonStructure()
  for await (const chunk of chunks) {
    structure.read(chunk)
    yield chunk
  }
}
