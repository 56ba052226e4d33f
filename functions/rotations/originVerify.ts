import { randomBytes } from 'node:crypto'
import { headers } from '#shared/wire.ts'
import { openEdge } from '../gateways/edge.ts'
import { readEdgeEnv } from '../kit/env-edge.ts'
import { rotate } from '../kit/rotation.ts'

/** The functions take the current and the previous value, so the edge may change over after the secret did. */
export const handler = rotate({
  next: () => randomBytes(36).toString('base64url'),
  announce: (value) => openEdge(readEdgeEnv()).setOriginHeader(headers.originVerify, value),
})
