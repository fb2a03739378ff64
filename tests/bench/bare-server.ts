/** A bare Fastify that sends given bytes: what the app is compared with. Its bodies come as JSON on the standard input. */
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'

const bodies = JSON.parse(await text(process.stdin)) as Record<string, string>
const app = Fastify()
for (const [path, body] of Object.entries(bodies)) {
  const bytes = Buffer.from(body)
  app.get(path, (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(bytes),
  )
}
process.stdout.write(`bare at ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
