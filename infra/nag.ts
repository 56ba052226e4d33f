import { Stack, Validations } from 'aws-cdk-lib'
import type { Role } from 'aws-cdk-lib/aws-iam'
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js'
import type { Grant } from './grants.ts'

/**
 * Acknowledges exactly the wildcards that come with a reason; a wildcard without one stays a finding and stops the
 * synthesis. Done late, because the names of other stacks' resources are only settled then.
 */
export function acknowledgeWildcards(role: Role, grants: readonly Grant[]): void {
  const reasoned = grants.flatMap(({ statement, why }) => (why ? [{ statement, why }] : []))
  if (reasoned.length === 0) return
  role.node.addValidation({
    validate() {
      for (const { statement, why } of reasoned) {
        const resources = statement.resources.map((resource) => flattenCfnReference(Stack.of(role).resolve(resource)))
        for (const resource of resources.filter((name) => name.includes('*')))
          Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${resource}]`, reason: why })
      }
      return []
    },
  })
}
