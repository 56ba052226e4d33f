// Name servers and an edge that do at once what they are told, for lives in which agencies have domains of their own.
import { createServer } from 'node:http'
import { startEdge } from '#infra/local/doubles/edge.ts'
import { proofNameOf } from '#shared/model/custom-domain.ts'
import { headers } from '#shared/wire.ts'
import { endWithFile } from '../../support/file-end.ts'

const endpoint = 'd222.cloudfront.test'
const target = 'sites.lives.test'

export type Names = Awaited<ReturnType<typeof openNames>>

export async function openNames() {
  const edge = await startEdge({
    distributionId: 'LIFE',
    connectionGroupId: 'cg_life',
    routingEndpoint: endpoint,
    isQuick: true,
  })
  edge.dns.set(target, { type: 'CNAME', value: endpoint })
  // The platform answers at every host that leads here.
  const site = createServer((_, res) => res.writeHead(200, { [headers.requestId]: 'req_1' }).end('{}'))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const address = site.address()
  endWithFile(async () => {
    site.closeAllConnections()
    await Promise.all([edge.stop(), new Promise((resolve) => site.close(resolve))])
  })
  return {
    env: {
      AWS_ENDPOINT_URL_CLOUDFRONT: edge.url,
      EDGE_DISTRIBUTION_ID: 'LIFE',
      EDGE_CONNECTION_GROUP_ID: 'cg_life',
      EDGE_ROUTING_ENDPOINT: endpoint,
      CUSTOM_DOMAIN_TARGET: target,
      DNS_SERVERS: edge.dns.server,
      PROBE_ORIGIN: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    },
    /** Whether the record of a host leads here. */
    point: (host: string, here: boolean) =>
      here ? edge.dns.set(host, { type: 'CNAME', value: target }) : edge.dns.remove(host),
    /** Whose proofs stand beside it. */
    prove: (host: string, values: readonly string[]) =>
      values.length > 0
        ? edge.dns.set(proofNameOf(host), ...values.map((value) => ({ type: 'TXT' as const, value })))
        : edge.dns.remove(proofNameOf(host)),
  }
}
