import { CfnQueryDefinition, LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Environment } from './environments.ts'
import { type LogQuery, logQueries, queryName } from './log-queries.ts'

/** One question is put to so many groups at most. */
const MOST_GROUPS = 50

/** Saves every question for the groups of a stack's functions: `leadloom-<stage>/<where>/<name>`. */
export function saveQueries(scope: Construct, { stage }: Environment, where: string): void {
  const groups = scope.node.findAll().filter((each): each is LogGroup => each instanceof LogGroup)
  // @NOTE Object.keys widens its keys.
  for (const name of Object.keys(logQueries) as LogQuery[])
    for (let part = 1; (part - 1) * MOST_GROUPS < groups.length; part++)
      new CfnQueryDefinition(scope, `Query-${name}${part > 1 ? part : ''}`, {
        name: queryName(stage, where, name, part),
        queryString: logQueries[name].text,
        logGroupNames: groups.slice((part - 1) * MOST_GROUPS, part * MOST_GROUPS).map((group) => group.logGroupName),
      })
}
