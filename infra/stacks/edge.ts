import { readFileSync } from 'node:fs'
import { CfnOutput, Stack, type StackProps, Validations } from 'aws-cdk-lib'
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  CfnConnectionGroup,
  type CfnDistribution,
  CfnDistributionTenant,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginSslPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { CnameRecord, type IHostedZone, PublicHostedZone, TxtRecord } from 'aws-cdk-lib/aws-route53'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { contracts } from '#shared/contracts/index.ts'
import { BANNER_PATHS } from '#shared/model/banner.ts'
import { collectPath } from '#shared/pixel.ts'
import { headers } from '#shared/wire.ts'
import { makeAlarmTopics, type Topics } from '../alarms.ts'
import { makeBucket, makeLogBucket, toInterface } from '../buckets.ts'
import { logAccess } from '../edge/access-log.ts'
import { cacheRules, makeBannerCache, makeCachePolicy } from '../edge/cache.ts'
import { makeFirewall } from '../edge/firewall.ts'
import { makeHeaders } from '../edge/headers.ts'
import { watchEdge } from '../edge/watch.ts'
import type { Environment } from '../environments.ts'
import { names } from '../names.ts'
import type { ApiStack } from './api.ts'
import type { DataStack } from './data.ts'

/** `topics`: of the region's own alarms, where it has others already. */
type Props = StackProps & { environment: Environment; data: DataStack; api: ApiStack; topics?: Topics }

/** What browsers reach: one distribution for all tenants, a wildcard tenant for our sub-domains; custom domains join at run time. */
export class EdgeStack extends Stack {
  readonly distributionId: string
  readonly connectionGroupId: string
  readonly routingEndpoint: string
  readonly firewallArn: string

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props)
    const { environment } = props
    const zone = PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: environment.hostedZoneId,
      zoneName: environment.domain,
    })
    const logs = makeLogBucket(this, environment)
    this.firewallArn = makeFirewall(this, environment).attrArn
    const distribution = this.distribution(props, zone, logs)
    this.distributionId = distribution.distributionId
    logAccess(this, distribution.distributionId, logs)

    const group = new CfnConnectionGroup(this, 'Connections', {
      name: `leadloom-${environment.stage}`,
      enabled: true,
      ipv6Enabled: true,
    })
    this.connectionGroupId = group.attrId
    this.routingEndpoint = group.attrRoutingEndpoint
    const wildcard = `*.${environment.domain}`
    const tenant = new CfnDistributionTenant(this, 'SubDomains', {
      name: `leadloom-${environment.stage}-sub-domains`,
      distributionId: distribution.distributionId,
      connectionGroupId: group.attrId,
      domains: [wildcard],
      enabled: true,
    })
    const target = names.customDomainTarget(environment)
    const records = [
      new CnameRecord(this, 'SubDomainsRecord', { zone, recordName: wildcard, domainName: group.attrRoutingEndpoint }),
      // Agencies point at this name, so the endpoint behind it can change; the text lets CloudFront follow the detour.
      new CnameRecord(this, 'CustomDomainTarget', { zone, recordName: target, domainName: group.attrRoutingEndpoint }),
      new TxtRecord(this, 'CustomDomainChallenge', {
        zone,
        recordName: `_cf-challenge.${target}`,
        values: [group.attrRoutingEndpoint],
      }),
    ]
    for (const record of records) tenant.node.addDependency(record)
    watchEdge(this, environment, props.topics ?? makeAlarmTopics(this, environment), distribution.distributionId)
    new CfnOutput(this, 'SiteBucket', { value: names.siteBucket(environment) })
    new CfnOutput(this, 'DistributionId', { value: distribution.distributionId })
    new CfnOutput(this, 'RoutingEndpoint', { value: group.attrRoutingEndpoint })
  }

  private distribution({ environment, data, api }: Props, zone: IHostedZone, logs: IBucket): Distribution {
    const site = makeBucket(this, 'site', environment, {
      bucketName: names.siteBucket(environment),
      serverAccessLogsBucket: logs,
    })
    const filesOrigin = `https://${data.files.bucketRegionalDomainName}`
    const forwardHost = new EdgeFunction(this, 'ViewerRequest', {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(readFileSync(new URL('../edge/viewer-request.js', import.meta.url), 'utf8')),
    })
    const toApi: BehaviorOptions = {
      origin: new HttpOrigin(`${api.http.apiId}.execute-api.${environment.region}.${this.urlSuffix}`, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        // Read once, at deployment; from then on the rotation keeps header and secret alike.
        customHeaders: {
          [headers.originVerify]: `{{resolve:secretsmanager:${names.originVerifySecret(environment)}}}`,
        },
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: makeHeaders(this, 'AnswerHeaders', { filesOrigin }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [{ function: forwardHost, eventType: FunctionEventType.VIEWER_REQUEST }],
    }
    // A person's browser is led on; a program that calls in the open is refused, before it gets used to it.
    const toCalls: BehaviorOptions = { ...toApi, viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY }
    // Headers of the edge's own reach an origin only by name, and then no others do: so this one call goes by itself.
    const toCountry: BehaviorOptions = {
      ...toCalls,
      originRequestPolicy: new OriginRequestPolicy(this, 'CountryRequest', {
        headerBehavior: OriginRequestHeaderBehavior.allowList(
          headers.forwardedHost,
          headers.viewerIp,
          headers.viewerCountry,
          'User-Agent',
        ),
      }),
    }
    const toBanners: BehaviorOptions = {
      ...toApi,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: makeBannerCache(this),
      originRequestPolicy: new OriginRequestPolicy(this, 'BannerRequest', {
        headerBehavior: OriginRequestHeaderBehavior.allowList(headers.forwardedHost, headers.viewerIp),
      }),
    }
    const toFiles = S3BucketOrigin.withOriginAccessControl(toInterface(site))
    const files = Object.entries(cacheRules).flatMap(([name, rule]) => {
      const behaviour: BehaviorOptions = {
        origin: toFiles,
        cachePolicy: makeCachePolicy(this, name, rule),
        responseHeadersPolicy: makeHeaders(this, `${name}Headers`, { filesOrigin, cacheControl: rule.header }),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        // The pixel's many names are led to its file.
        ...(name === 'pixel' && { functionAssociations: toApi.functionAssociations ?? [] }),
      }
      return rule.paths.map((path) => [path, behaviour] as const)
    })
    const distribution = new Distribution(this, 'Distribution', {
      comment: `Leadloom ${environment.stage}, all tenants`,
      // Every path that is neither a call nor a file is the application's page, with the tenant's brand in it.
      defaultBehavior: toApi,
      additionalBehaviors: {
        [`/api${contracts.public.country.path}`]: toCountry,
        '/api/*': toCalls,
        [collectPath]: toCalls,
        [BANNER_PATHS]: toBanners,
        ...Object.fromEntries(files),
      },
      certificate: new Certificate(this, 'Certificate', {
        domainName: environment.domain,
        subjectAlternativeNames: [`*.${environment.domain}`],
        validation: CertificateValidation.fromDns(zone),
      }),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      webAclId: this.firewallArn,
    })
    const cfn = distribution.node.defaultChild as CfnDistribution // @NOTE the library has no construct of its own for many tenants
    cfn.addPropertyOverride('DistributionConfig.ConnectionMode', 'tenant-only')
    // Lives on the connection group here.
    cfn.addPropertyDeletionOverride('DistributionConfig.IPV6Enabled')
    Validations.of(distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'Tenants and their clients travel; no country is refused.' },
      {
        id: 'AwsSolutions-CFR3',
        reason:
          'Access logs go out by log delivery (edge/access-log), which the rule does not know; the older kind is not offered here.',
      },
      {
        id: 'Annotation::@aws-cdk/aws-cloudfront:emptyDomainNames',
        reason: 'Domain names belong to the tenants of the distribution.',
      },
    )
    return distribution
  }
}
