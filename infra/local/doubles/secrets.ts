// Secrets Manager on one machine, as far as rotation needs it: versions, their labels, and values that only change so.
import { createServer } from 'node:http'
import * as z from 'zod'

const Request = z.looseObject({
  SecretId: z.string(),
  VersionId: z.string().optional(),
  VersionStage: z.string().optional(),
  ClientRequestToken: z.string().optional(),
  SecretString: z.string().optional(),
  VersionStages: z.array(z.string()).optional(),
  MoveToVersionId: z.string().optional(),
  RemoveFromVersionId: z.string().optional(),
})
type Request = z.output<typeof Request>
type Version = { value: string; stages: Set<string> }

class SecretError extends Error {
  override name = 'ResourceNotFoundException'
}

export async function startSecrets(initial: Record<string, string>) {
  const secrets = new Map(
    Object.entries(initial).map(([id, value]) => [
      id,
      new Map<string, Version>([['v0', { value, stages: new Set(['AWSCURRENT']) }]]),
    ]),
  )
  const requests: string[] = []

  const holder = (versions: Map<string, Version>, stage: string) =>
    [...versions].find(([, version]) => version.stages.has(stage))

  function put(versions: Map<string, Version>, request: Request): object {
    const id = request.ClientRequestToken ?? ''
    // The same token with another value is refused there; the same value is the same version.
    if (versions.has(id) && versions.get(id)?.value !== request.SecretString) throw new SecretError()
    if (versions.has(id)) return { VersionId: id }
    if (!request.VersionStages) {
      // It counts at once, and the one before is the previous one.
      versions.set(id, { value: request.SecretString ?? '', stages: new Set() })
      move(versions, {
        ...request,
        VersionStage: 'AWSCURRENT',
        MoveToVersionId: id,
        RemoveFromVersionId: holder(versions, 'AWSCURRENT')?.[0],
      })
      return { VersionId: id }
    }
    for (const stage of request.VersionStages) holder(versions, stage)?.[1].stages.delete(stage)
    versions.set(id, { value: request.SecretString ?? '', stages: new Set(request.VersionStages) })
    return { VersionId: id }
  }

  function move(versions: Map<string, Version>, request: Request): object {
    const stage = request.VersionStage ?? ''
    const from = holder(versions, stage)
    if (from?.[0] !== request.RemoveFromVersionId) throw new SecretError()
    from?.[1].stages.delete(stage)
    if (stage === 'AWSCURRENT' && from) {
      holder(versions, 'AWSPREVIOUS')?.[1].stages.delete('AWSPREVIOUS')
      from[1].stages.add('AWSPREVIOUS')
    }
    const to = versions.get(request.MoveToVersionId ?? '')
    to?.stages.add(stage)
    if (stage === 'AWSCURRENT') to?.stages.delete('AWSPENDING')
    return {}
  }

  function answer(action: string, request: Request): object {
    const versions = secrets.get(request.SecretId)
    if (!versions) throw new SecretError()
    if (action === 'PutSecretValue') return put(versions, request)
    if (action === 'UpdateSecretVersionStage') return move(versions, request)
    if (action === 'DescribeSecret')
      return { VersionIdsToStages: Object.fromEntries([...versions].map(([id, { stages }]) => [id, [...stages]])) }
    const found = holder(versions, request.VersionStage ?? 'AWSCURRENT')
    if (!found || (request.VersionId && request.VersionId !== found[0])) throw new SecretError()
    return { SecretString: found[1].value, VersionId: found[0] }
  }

  const server = createServer(async (req, res) => {
    const parts: Buffer[] = []
    for await (const part of req) parts.push(Buffer.from(part))
    const action = String(req.headers['x-amz-target']).split('.').at(-1) ?? ''
    requests.push(action)
    const send = (status: number, body: object) =>
      res.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
    try {
      send(200, answer(action, Request.parse(JSON.parse(Buffer.concat(parts).toString()))))
    } catch (error) {
      send(400, { __type: error instanceof Error ? error.name : 'InternalServiceError' })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()

  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    requests,
    valueOf: (id: string, stage: string) => holder(secrets.get(id) ?? new Map(), stage)?.[1].value,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
