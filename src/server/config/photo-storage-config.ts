import * as z from 'zod'

/** The variables of photos in S3-compatible storage. */
export const photoStorageVariables = {
  S3_ENDPOINT: z
    .string()
    .refine(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      'must be an http address',
    )
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
}

type Variables = { [K in keyof typeof photoStorageVariables]?: z.output<(typeof photoStorageVariables)[K]> }

const NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Requires all settings of a bucket, or none. */
export function requireWholeBucket(env: Variables, context: z.RefinementCtx): void {
  const given = NEEDED.find((name) => env[name] !== undefined)
  if (given === undefined) return
  for (const name of NEEDED)
    if (env[name] === undefined)
      context.addIssue({ code: 'custom', path: [name], message: `is missing: ${given} needs it` })
}

export type PhotoStorageConfig = ReturnType<typeof photoStorageConfig>

/** `photoBucket` is undefined when photos are files under DATA_DIR. */
export function photoStorageConfig(env: Variables) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region = 'us-east-1' } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  const isWhole =
    endpoint !== undefined &&
    bucket !== undefined &&
    accessKeyId !== undefined &&
    secretAccessKey !== undefined
  return { photoBucket: isWhole ? { endpoint, bucket, region, accessKeyId, secretAccessKey } : undefined }
}
