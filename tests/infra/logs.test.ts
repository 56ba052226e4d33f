// What is asked of the logs, and what the gateway writes into its own.
import { describe, expect, it } from 'vitest'
import { logQueries } from '#infra/log-queries.ts'
import { synth } from './synth.ts'

const { of } = synth('prod')
const queries = of('AWS::Logs::QueryDefinition')

const groupsOf = ({ LogGroupNames: names }: Record<string, readonly { Ref: string }[]>) => names ?? []

describe('saved questions to the logs', () => {
  it.each(Object.keys(logQueries))('%s is put to the logs of all functions', (name) => {
    const asked = queries.filter(({ Properties }) => new RegExp(`/${name}(-\\d+)?$`).test(String(Properties.Name)))
    const groups = new Set(
      asked.flatMap(({ stack, Properties }) => groupsOf(Properties).map(({ Ref }) => `${stack}.${Ref}`)),
    )
    // Of the stacks that hold functions: the edge's firewall has a log of its own in another region.
    const logs = of('AWS::Logs::LogGroup').filter(({ stack }) => stack !== 'edge')
    expect(logs.length).toBeGreaterThan(60)
    expect(logs.filter(({ stack, id }) => !groups.has(`${stack}.${id}`)).map(({ id }) => id)).toEqual([])
  })

  it('are put to no more groups than Amazon takes', () => {
    for (const { Properties } of queries) expect(groupsOf(Properties).length).toBeLessThanOrEqual(50)
    expect(new Set(queries.map(({ Properties }) => Properties.Name)).size).toBe(queries.length)
  })
})

const formatOf = ({ AccessLogSettings: settings }: Record<string, { Format: string }>) => settings?.Format ?? ''

describe("the gateway's access log", () => {
  it('is written in fields that an HTTP API has, and holds neither a query nor an address', () => {
    const [stage] = of('AWS::ApiGatewayV2::Stage')
    const format: Record<string, string> = JSON.parse(formatOf(stage?.Properties ?? {}))
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
    const known =
      /^\$context\.(requestId|requestTime|routeKey|status|responseLatency|responseLength|integrationLatency|integrationStatus|integrationErrorMessage|integration\.requestId|error\.message)$/
    for (const field of Object.values(format)) expect(field).toMatch(known)
    expect(Object.keys(format)).toEqual(expect.arrayContaining(['route', 'status', 'functionFault']))
  })
})
