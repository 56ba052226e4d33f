// CloudFront's distribution tenants on one machine, over its own REST XML protocol. Certificates and deployments
// take as long as they are told to; refusals and failures can be asked for.
import { createServer, type IncomingMessage } from 'node:http'
import { startDns } from './dns.ts'
import { insideOf, textOf, toXml, type Xml } from './edge-xml.ts'

const API = '/2020-05-31'

type Tenant = {
  id: string
  name: string
  host: string
  distributionId: string
  connectionGroupId: string
  isEnabled: boolean
  version: number
  attachedArn?: string
  certificate?: { arn: string; status: string }
  status: 'InProgress' | 'Deployed'
  isDomainActive: boolean
}

type Reply = { status: number; body?: { [name: string]: Xml }; etag?: string }

class EdgeError extends Error {
  readonly code: string
  readonly status: number
  constructor(code: string, status: number) {
    super(code)
    this.code = code
    this.status = status
  }
}

const tenantXml = (tenant: Tenant) => ({
  DistributionTenant: {
    Id: tenant.id,
    DistributionId: tenant.distributionId,
    Name: tenant.name,
    Arn: `arn:aws:cloudfront::000000000000:distribution-tenant/${tenant.id}`,
    Domains: { member: [{ Domain: tenant.host, Status: tenant.isDomainActive ? 'active' : 'inactive' }] },
    ...(tenant.attachedArn && { Customizations: { Certificate: { Arn: tenant.attachedArn } } }),
    ConnectionGroupId: tenant.connectionGroupId,
    Enabled: tenant.isEnabled,
    Status: tenant.status,
  },
})

const etagOf = (tenant: Tenant) => `E${tenant.version}`

async function readBody(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}

/** `routingEndpoint` is where a domain's records have to end before a tenant of it can be made. */
export async function startEdge(options: {
  distributionId: string
  connectionGroupId: string
  routingEndpoint: string
  /** Certificates and deployments are there at once. */
  isQuick?: boolean
}) {
  const dns = await startDns()
  const tenants = new Map<string, Tenant>()
  const foreign = new Set<string>()
  const requests: { method: string; path: string }[] = []
  let distributionXml = ''
  let distributionVersion = 1
  let distributionStatus: Tenant['status'] = 'Deployed'
  let failure: { code: string; status: number; times: number } | undefined
  let made = 0

  const byHost = (host: string | undefined) => [...tenants.values()].find((tenant) => tenant.host === host)

  function need(id: string, ifMatch?: string | undefined): Tenant {
    const tenant = tenants.get(id)
    if (!tenant) throw new EdgeError('EntityNotFound', 404)
    if (ifMatch !== undefined && ifMatch !== etagOf(tenant)) throw new EdgeError('PreconditionFailed', 412)
    return tenant
  }

  function create(xml: string): Reply {
    const host = textOf(xml, 'Domain') ?? ''
    const name = textOf(xml, 'Name') ?? ''
    if ([...tenants.values()].some((tenant) => tenant.name === name)) throw new EdgeError('EntityAlreadyExists', 409)
    if (foreign.has(host) || byHost(host)) throw new EdgeError('CNAMEAlreadyExists', 409)
    if (textOf(xml, 'ValidationTokenHost') === 'cloudfront' && dns.endOf(host) !== options.routingEndpoint)
      throw new EdgeError('InvalidArgument', 400)
    made += 1
    const certificate = options.isQuick ? 'issued' : 'pending-validation'
    const tenant: Tenant = {
      id: `dt_${made}`,
      name,
      host,
      version: 1,
      status: options.isQuick ? 'Deployed' : 'InProgress',
      isDomainActive: false,
      distributionId: textOf(xml, 'DistributionId') ?? '',
      connectionGroupId: textOf(xml, 'ConnectionGroupId') ?? '',
      isEnabled: textOf(xml, 'Enabled') === 'true',
      certificate: { arn: `arn:aws:acm:us-east-1:000000000000:certificate/${made}`, status: certificate },
    }
    tenants.set(tenant.id, tenant)
    return { status: 201, body: tenantXml(tenant), etag: etagOf(tenant) }
  }

  function update(tenant: Tenant, xml: string): Reply {
    const arn = textOf(insideOf(xml, 'Certificate'), 'Arn')
    if (arn) {
      if (tenant.certificate?.arn !== arn || tenant.certificate.status !== 'issued')
        throw new EdgeError('InvalidArgument', 400)
      tenant.attachedArn = arn
    }
    tenant.isEnabled = textOf(xml, 'Enabled') !== 'false'
    tenant.status = options.isQuick ? 'Deployed' : 'InProgress'
    if (options.isQuick) tenant.isDomainActive = tenant.isEnabled && tenant.attachedArn !== undefined
    tenant.version += 1
    return { status: 200, body: tenantXml(tenant), etag: etagOf(tenant) }
  }

  function remove(tenant: Tenant): Reply {
    if (tenant.isEnabled || tenant.status !== 'Deployed') throw new EdgeError('ResourceNotDisabled', 409)
    tenants.delete(tenant.id)
    return { status: 204 }
  }

  function answer(method: string, url: URL, xml: string, ifMatch: string | undefined): Reply {
    const [kind = '', id = '', part] = url.pathname
      .slice(API.length + 1)
      .split('/')
      .map(decodeURIComponent)
    const route = `${method} ${kind}`
    if (route === 'POST distribution-tenant') return create(xml)
    if (route === 'GET distribution-tenant') {
      const tenant = id ? need(id) : byHost(url.searchParams.get('domain') ?? undefined)
      if (!tenant) throw new EdgeError('EntityNotFound', 404)
      return { status: 200, body: tenantXml(tenant), etag: etagOf(tenant) }
    }
    if (route === 'PUT distribution-tenant') return update(need(id, ifMatch), xml)
    if (route === 'DELETE distribution-tenant') return remove(need(id, ifMatch))
    if (route === 'GET managed-certificate') {
      const { certificate } = need(id)
      if (!certificate) throw new EdgeError('EntityNotFound', 404)
      return {
        status: 200,
        body: {
          ManagedCertificateDetails: {
            CertificateArn: certificate.arn,
            CertificateStatus: certificate.status,
            ValidationTokenHost: 'cloudfront',
          },
        },
      }
    }
    if (route === 'POST verify-dns-configuration') {
      need(textOf(xml, 'Identifier') ?? '')
      return { status: 200, body: { VerifyDnsConfigurationResult: { DnsConfigurationList: '' } } }
    }
    if (route === 'PUT distribution' && part === 'config') {
      if (ifMatch !== `D${distributionVersion}`) throw new EdgeError('PreconditionFailed', 412)
      distributionXml =
        insideOf(xml, 'DistributionConfig') ||
        xml.replace(/^[\s\S]*?<DistributionConfig[^>]*>|<\/DistributionConfig>\s*$/g, '')
      distributionVersion += 1
      distributionStatus = options.isQuick ? 'Deployed' : 'InProgress'
      return { status: 200, body: { Distribution: { Id: id } }, etag: `D${distributionVersion}` }
    }
    throw new EdgeError('UnsupportedOperation', 400)
  }

  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? '/', 'http://edge.local')
    const method = req.method ?? 'GET'
    const xml = await readBody(req)
    requests.push({ method, path: url.pathname })
    try {
      if (failure && failure.times > 0) {
        failure.times -= 1
        throw new EdgeError(failure.code, failure.status)
      }
      if (method === 'GET' && /^\/2020-05-31\/distribution\/[^/]+$/.test(url.pathname)) {
        res
          .writeHead(200, { 'content-type': 'text/xml', etag: `D${distributionVersion}` })
          .end(
            `<Distribution><Status>${distributionStatus}</Status><DistributionConfig>${distributionXml}</DistributionConfig></Distribution>`,
          )
        return
      }
      const { status, body, etag } = answer(method, url, xml, req.headers['if-match'])
      res.writeHead(status, { 'content-type': 'text/xml', ...(etag && { etag }) }).end(body && toXml(body))
    } catch (error) {
      const known = error instanceof EdgeError ? error : new EdgeError('InternalError', 500)
      res.writeHead(known.status, { 'content-type': 'text/xml' }).end(
        toXml({
          ErrorResponse: { Error: { Type: 'Sender', Code: known.code, Message: known.code }, RequestId: 'local' },
        }),
      )
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const change = (host: string, alter: (tenant: Tenant) => void) => {
    const tenant = byHost(host)
    if (!tenant) throw new Error(`No tenant holds ${host}.`)
    alter(tenant)
    tenant.version += 1
  }

  return {
    url: `http://127.0.0.1:${port}`,
    dns,
    requests,
    tenantOf: byHost,
    get distributionConfig() {
      return distributionXml
    },
    setDistributionConfig(xml: string) {
      distributionXml = xml
    },
    /** All locations have what was set of the distribution: minutes later there. */
    deployDistribution() {
      distributionStatus = 'Deployed'
    },
    /** What takes minutes to hours there: the certificate, and the roll-out to all locations. */
    setCertificate: (host: string, status: string) =>
      change(host, (tenant) => {
        tenant.certificate = { arn: tenant.certificate?.arn ?? '', status }
      }),
    deploy: (host: string) =>
      change(host, (tenant) => {
        tenant.status = 'Deployed'
        tenant.isDomainActive = tenant.isEnabled && tenant.attachedArn !== undefined
      }),
    /** The domain is held by a distribution of somebody else. */
    holdElsewhere: (host: string) => void foreign.add(host),
    releaseElsewhere: (host: string) => void foreign.delete(host),
    failNext(code: string, status: number, times = 1) {
      failure = { code, status, times }
    },
    async stop() {
      await dns.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type EdgeDouble = Awaited<ReturnType<typeof startEdge>>
