import { Template } from 'aws-cdk-lib/assertions'
import type { Inventory } from './cost.ts'
import type { Platform } from './platform.ts'

/** Counts what costs by being there, from the templates themselves. */
export function takeInventory({ stacks }: Platform): Inventory {
  const templates = Object.values(stacks).map((stack) => Template.fromStack(stack))
  const count = (type: string) =>
    templates.reduce((sum, template) => sum + Object.keys(template.findResources(type)).length, 0)
  const acls = templates.flatMap((template) => Object.values(template.findResources('AWS::WAFv2::WebACL')))
  return {
    keys: count('AWS::KMS::Key'),
    secrets: count('AWS::SecretsManager::Secret'),
    alarms: count('AWS::CloudWatch::Alarm'),
    dashboards: count('AWS::CloudWatch::Dashboard'),
    firewallRules: acls.reduce((sum, acl) => sum + (acl.Properties.Rules?.length ?? 0), 0),
    zones: 1,
  }
}
