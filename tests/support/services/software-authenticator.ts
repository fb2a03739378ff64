import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyAssertion, PasskeyAttestation } from '@/contract/accounts/second-factor'

/** Does what a phone or a security key does: makes a key for a page, and signs challenges with it (WebAuthn Level 3, 6). */
export interface SoftwareAuthenticator {
  /** The response of `navigator.credentials.create`. */
  create(options: Record<string, unknown>, changes?: Changes): PasskeyAttestation
  /** The response of `navigator.credentials.get`; counts on by one. */
  get(options: Record<string, unknown>, changes?: Changes): PasskeyAssertion
}

/** The changes that a forger or a broken authenticator would make. */
interface Changes {
  origin?: string
  rpId?: string
  challenge?: string
  /** Whether the user was verified by finger, face or PIN; default: yes. */
  isVerified?: boolean
  /** The signature counter that it says. */
  counter?: number
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const ATTESTED = 0x40

/** An ES256 authenticator without attestation, on a page of `origin`. */
export function softwareAuthenticator(origin: string): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const rawId = id.toString('base64url')
  let signed = 0

  const clientData = (type: string, options: Record<string, unknown>, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: changes.challenge ?? options['challenge'],
        origin: changes.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (flags: number, counter: number, changes: Changes) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const verified = changes.isVerified === false ? 0 : USER_VERIFIED
    return Buffer.concat([
      sha256(changes.rpId ?? new URL(origin).hostname),
      Buffer.from([flags | USER_PRESENT | verified]),
      count,
    ])
  }
  const coseKey = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      cborBytes(Buffer.from(y, 'base64url')),
    ])
  }
  return {
    create(options, changes = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = Buffer.concat([
        authenticatorData(ATTESTED, changes.counter ?? 0, changes),
        Buffer.alloc(16),
        length,
        id,
        coseKey(),
      ])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(data),
      ])
      return {
        id: rawId,
        rawId,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options, changes).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      }
    },
    get(options, changes = {}) {
      signed += 1
      const client = clientData('webauthn.get', options, changes)
      const data = authenticatorData(0, changes.counter ?? signed, changes)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id: rawId,
        rawId,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
        clientExtensionResults: {},
      }
    },
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** RFC 8949: a byte string of 24 bytes to 64 KiB, its length as short as it can be. */
function cborBytes(bytes: Buffer): Buffer {
  const { length } = bytes
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), bytes])
}

/** RFC 8949: a text shorter than 24 bytes. */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}
