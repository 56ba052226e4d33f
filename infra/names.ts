import type { Environment } from './environments.ts'

/** The edge is built in this region no matter what the environment's own region is: CloudFront reads certificates and firewalls there. */
export const EDGE_REGION = 'us-east-1'

/** Names that two stacks must agree on without one waiting for the other. All else is named by CloudFormation. */
export const names = {
  /** The edge stack makes it and the API, which the edge waits for, reads the page from it. */
  siteBucket: (environment: Environment) => `leadloom-${environment.stage}-site-${environment.account}`,
  /** What an agency's custom domain points at: ours, so that the routing endpoint behind it may change. */
  customDomainTarget: (environment: Environment) => `sites.${environment.domain}`,
  /** A template may only name a secret by text where CloudFormation reads its value. */
  originVerifySecret: (environment: Environment) => `leadloom/${environment.stage}/origin-verify`,
  /** An operator writes these two by hand, so their names can be guessed. */
  stripeSecret: (environment: Environment) => `leadloom/${environment.stage}/stripe`,
  providersSecret: (environment: Environment) => `leadloom/${environment.stage}/providers`,
  mailFrom: (environment: Environment) => `no-reply@${environment.domain}`,
  configurationSet: (environment: Environment) => `leadloom-${environment.stage}`,
  metrics: 'Leadloom',
}
