// What only the workers beside the edge need to know. Read apart, so that a renewal of secrets needs nothing else.
import * as z from 'zod'
import { readOnly } from './env.ts'

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

const Distribution = z.object({ EDGE_DISTRIBUTION_ID: z.string().min(1), EDGE_CONNECTION_GROUP_ID: z.string().min(1) })

const Domains = Distribution.extend({
  /** What agencies point at; its own record leads on to the routing endpoint. */
  CUSTOM_DOMAIN_TARGET: z.string().min(3),
  EDGE_ROUTING_ENDPOINT: z.string().min(3),
  /** Name servers to ask instead of the machine's own, `address:port`. */
  DNS_SERVERS: list.optional(),
  /** Where to look for a tenant's domain on a machine without public names. */
  PROBE_ORIGIN: z.url().optional(),
})

export function readEdgeEnv(): { distributionId: string; connectionGroupId: string } {
  const env = readOnly(Distribution)
  return { distributionId: env.EDGE_DISTRIBUTION_ID, connectionGroupId: env.EDGE_CONNECTION_GROUP_ID }
}

export function readDomainsEnv() {
  const env = readOnly(Domains)
  return {
    edge: { distributionId: env.EDGE_DISTRIBUTION_ID, connectionGroupId: env.EDGE_CONNECTION_GROUP_ID },
    targets: [env.CUSTOM_DOMAIN_TARGET, env.EDGE_ROUTING_ENDPOINT],
    dnsServers: env.DNS_SERVERS,
    probeOrigin: env.PROBE_ORIGIN,
  }
}
