import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { Bundle } from './bundles.ts'
import { variablesOf } from './environment.ts'
import { grantsFor, type Resources } from './grants.ts'
import { type CodeSource, makeFunction } from './lambda.ts'
import type { Power } from './powers.ts'

/** As parts of ids of resources begin. */
export const title = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export type Maker = (bundle: Bundle, powers: readonly Power[], timeoutSeconds?: number) => Lambda

/** Makes a stack's functions out of a bundle and powers: policy and variables follow from these two. */
export function makerOf(scope: Construct, props: Resources & { code: CodeSource }): Maker {
  return (bundle, powers, timeoutSeconds) =>
    makeFunction(scope, `${title(bundle.name)}${title(bundle.kind)}`, {
      environment: props.environment,
      code: props.code,
      bundle,
      variables: variablesOf(powers, props),
      grants: grantsFor(scope, powers, props),
      ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    })
}
