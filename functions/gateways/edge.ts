// The edge that tenants' own domains join at run time: CloudFront distribution tenants, one for each domain.
import { createHash } from 'node:crypto'
import {
  CloudFrontClient,
  CreateDistributionTenantCommand,
  DeleteDistributionTenantCommand,
  type DistributionTenant,
  GetDistributionCommand,
  GetDistributionTenantByDomainCommand,
  GetDistributionTenantCommand,
  GetManagedCertificateDetailsCommand,
  UpdateDistributionCommand,
  UpdateDistributionTenantCommand,
  VerifyDnsConfigurationCommand,
} from '@aws-sdk/client-cloudfront'
import type { DomainFacts, EdgeFault } from '#shared/model/custom-domain.ts'
import { SERVICE_SECONDS, sdkLimits } from '#shared/sdk-limits.ts'

/** What the edge knows of a domain. Facts only: which phase that is, is decided elsewhere. */
export type EdgeFacts = Pick<
  DomainFacts,
  | 'tenantId'
  | 'certificate'
  | 'certificateArn'
  | 'isCertificateAttached'
  | 'isDomainActive'
  | 'isDeployed'
  | 'isEnabled'
>

/** A refusal that a person has to deal with; all else is thrown and tried again. */
export type Refusal = { refused: EdgeFault | 'not_yet' }

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')
// An argument is refused while the edge itself does not see the domain point here yet.
const refusals: Record<string, Refusal['refused']> = { EntityLimitExceeded: 'no_room', InvalidArgument: 'not_yet' }
const gone = (error: unknown) => nameOf(error) === 'EntityNotFound'

/**
 * The name of a domain's tenant: the same domain always gets the same, so a repeated creation finds the first. The hash
 * tells apart what looks the same without dots, or is cut.
 */
const tenantName = (host: string) =>
  `${host.replaceAll('.', '-').slice(0, 110)}-${createHash('sha256').update(host).digest('hex').slice(0, 12)}`

export function openEdge(options: { distributionId: string; connectionGroupId: string }) {
  // CloudFront answers in one region only.
  const client = new CloudFrontClient({ region: 'us-east-1', maxAttempts: 4, ...sdkLimits(SERVICE_SECONDS) })

  async function factsOf(tenant: DistributionTenant | undefined, host: string): Promise<EdgeFacts> {
    const Identifier = tenant?.Id ?? ''
    const details = await client
      .send(new GetManagedCertificateDetailsCommand({ Identifier }))
      .catch((error: unknown) => {
        if (gone(error)) return undefined
        throw error
      })
    const certificate = details?.ManagedCertificateDetails
    return {
      tenantId: Identifier,
      certificate: certificate?.CertificateStatus ?? 'none',
      certificateArn: certificate?.CertificateArn ?? null,
      isCertificateAttached:
        certificate?.CertificateArn !== undefined &&
        tenant?.Customizations?.Certificate?.Arn === certificate.CertificateArn,
      isDomainActive: tenant?.Domains?.some(({ Domain, Status }) => Domain === host && Status === 'active') ?? false,
      isDeployed: tenant?.Status === 'Deployed',
      isEnabled: tenant?.Enabled ?? false,
    }
  }

  async function find(tenantId: string) {
    try {
      return await client.send(new GetDistributionTenantCommand({ Identifier: tenantId }))
    } catch (error) {
      if (gone(error)) return undefined
      throw error
    }
  }

  /** Every change shows the version it was made on: the certificate's progress changes it behind our back. */
  async function update(
    tenantId: string,
    host: string,
    change: { certificateArn?: string; isEnabled: boolean },
  ): Promise<EdgeFacts | undefined> {
    const current = await find(tenantId)
    if (!current) return undefined
    const Arn = change.certificateArn ?? current.DistributionTenant?.Customizations?.Certificate?.Arn
    const { DistributionTenant } = await client.send(
      new UpdateDistributionTenantCommand({
        Id: tenantId,
        IfMatch: current.ETag,
        DistributionId: options.distributionId,
        Domains: [{ Domain: host }],
        ...(Arn && { Customizations: { Certificate: { Arn } } }),
        ConnectionGroupId: options.connectionGroupId,
        Enabled: change.isEnabled,
      }),
    )
    return factsOf(DistributionTenant, host)
  }

  return {
    /** Creates the domain's tenant and asks for its certificate; finds the one that an earlier try made. */
    async create(host: string, companyId: string): Promise<EdgeFacts | Refusal> {
      try {
        const { DistributionTenant } = await client.send(
          new CreateDistributionTenantCommand({
            DistributionId: options.distributionId,
            ConnectionGroupId: options.connectionGroupId,
            Name: tenantName(host),
            Domains: [{ Domain: host }],
            Enabled: true,
            // Served by the edge itself, which is why DNS has to point here first.
            ManagedCertificateRequest: { ValidationTokenHost: 'cloudfront', PrimaryDomainName: host },
            Tags: {
              Items: [
                { Key: 'application', Value: 'leadloom' },
                { Key: 'company', Value: companyId },
              ],
            },
          }),
        )
        return await factsOf(DistributionTenant, host)
      } catch (error) {
        // Our own tenant of an earlier try looks like both: its name is taken, and so is its domain.
        if (nameOf(error) === 'EntityAlreadyExists' || nameOf(error) === 'CNAMEAlreadyExists') {
          const own = await client
            .send(new GetDistributionTenantByDomainCommand({ Domain: host }))
            .catch(() => undefined)
          if (own?.DistributionTenant?.DistributionId === options.distributionId)
            return factsOf(own.DistributionTenant, host)
          return { refused: 'in_use_elsewhere' }
        }
        const refused = refusals[nameOf(error)]
        if (refused) return { refused }
        throw error
      }
    },
    /** Undefined when the tenant is gone. */
    async read(tenantId: string, host: string): Promise<EdgeFacts | undefined> {
      const found = await find(tenantId)
      return found && factsOf(found.DistributionTenant, host)
    },
    attachCertificate: (tenantId: string, host: string, certificateArn: string) =>
      update(tenantId, host, { certificateArn, isEnabled: true }),
    enable: (tenantId: string, host: string) => update(tenantId, host, { isEnabled: true }),
    disable: (tenantId: string, host: string) => update(tenantId, host, { isEnabled: false }),
    /** Asks the edge to look at the record again now rather than at its own time. */
    async nudge(tenantId: string, host: string): Promise<void> {
      await client.send(new VerifyDnsConfigurationCommand({ Identifier: tenantId, Domain: host }))
    },
    async remove(tenantId: string): Promise<void> {
      const current = await find(tenantId)
      if (!current) return
      await client
        .send(new DeleteDistributionTenantCommand({ Id: tenantId, IfMatch: current.ETag }))
        .catch((error: unknown) => {
          if (!gone(error)) throw error
        })
    },
    /**
     * Sets the header by which our functions know the edge, on every origin that carries it. Whether all locations send it already:
     * the change takes minutes.
     */
    async setOriginHeader(header: string, value: string): Promise<boolean> {
      const { Distribution, ETag } = await client.send(new GetDistributionCommand({ Id: options.distributionId }))
      const { DistributionConfig, Status } = Distribution ?? {}
      const carried =
        DistributionConfig?.Origins?.Items?.flatMap(({ CustomHeaders }) => CustomHeaders?.Items ?? []) ?? []
      const entries = carried.filter(({ HeaderName }) => HeaderName?.toLowerCase() === header)
      if (!DistributionConfig || entries.length === 0)
        throw new Error(`No origin of the distribution carries the header ${header}.`)
      if (entries.every(({ HeaderValue }) => HeaderValue === value)) return Status === 'Deployed'
      for (const entry of entries) entry.HeaderValue = value
      await client.send(
        new UpdateDistributionCommand({ Id: options.distributionId, IfMatch: ETag, DistributionConfig }),
      )
      return false
    },
  }
}
export type Edge = ReturnType<typeof openEdge>
