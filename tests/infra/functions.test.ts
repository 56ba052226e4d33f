import { describe, expect, it } from 'vitest'
import { LIMIT_MS as TOOL_MS } from '#functions/gateways/integrations/door.ts'
import { LIMIT_MS as SMTP_MS } from '#functions/gateways/own-smtp.ts'
import { LIMIT_MS as PAGE_MS } from '#functions/gateways/pages.ts'
import { LIMIT_MS as WEBHOOK_MS } from '#functions/gateways/webhooks.ts'
import { readEnv } from '#functions/kit/env.ts'
import { type Bundle, bundles } from '#infra/bundles.ts'
import { functionSettings } from '#infra/lambda.ts'
import { CALL_MS } from '#infra/local/api.ts'
import { synth } from './synth.ts'

const { of } = synth('prod')
const functions = of('AWS::Lambda::Function')

describe('functions', () => {
  it('are those that are defined, and no other: no helper of the library runs in our account', () => {
    const described = functions.map(({ Properties }) => String(Properties.Description)).sort()
    expect(described).toEqual(bundles.map(({ kind, name }: Bundle) => `${kind}/${name}`).sort())
  })

  it('run Node 24 on arm64, write structured logs and are traced', () => {
    for (const { Properties, id } of functions)
      expect(Properties, id).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        LoggingConfig: { LogFormat: 'JSON', LogGroup: expect.anything() },
        TracingConfig: { Mode: 'Active' },
      })
  })

  it('each have a role and a log group of their own, which is kept as long as the environment says', () => {
    const roles = functions.map(({ Properties }) => JSON.stringify(Properties.Role))
    expect(new Set(roles).size).toBe(functions.length)
    const groups = functions.map(
      ({ stack, Properties }) =>
        `${stack} ${JSON.stringify((Properties.LoggingConfig as unknown as { LogGroup: unknown }).LogGroup)}`,
    )
    expect(new Set(groups).size).toBe(functions.length)
    for (const { Properties } of of('AWS::Logs::LogGroup')) expect(Properties.RetentionInDays).toBe(365)
  })

  it('outlast one wait of a call for something outside, and end before the gateway gives up: so each answers itself', () => {
    const { STRIPE_TIMEOUT_MS, STRIPE_RETRIES } = readEnv({
      TABLE_NAME: 'table',
      FILES_BUCKET: 'files',
      SITE_BUCKET: 'site',
      PLATFORM_DOMAIN: 'leads.example',
    })
    const OWN_MS = 3000
    const callMs = functionSettings.api.seconds * 1000
    for (const waitMs of [TOOL_MS, SMTP_MS, PAGE_MS, WEBHOOK_MS, STRIPE_TIMEOUT_MS * (1 + STRIPE_RETRIES)])
      expect(waitMs + OWN_MS).toBeLessThan(callMs)
    const gateway = of('AWS::ApiGatewayV2::Integration').map(({ Properties }) => Number(Properties.TimeoutInMillis))
    expect(Math.min(...gateway)).toBeGreaterThan(callMs)
    // On one machine nothing is ended; what is told how long it has must hear the same there.
    expect(CALL_MS).toBe(callMs)
  })

  it('keep no secret in their environment: names of secrets only', () => {
    const variables = functions.flatMap(({ Properties }) =>
      Object.entries((Properties.Environment as unknown as { Variables: Record<string, unknown> }).Variables),
    )
    const secret = variables.filter(
      ([name, value]) =>
        /SECRET|PASSWORD|TOKEN|KEY/.test(name) && !/_ARN$|_IDS$/.test(name) && typeof value === 'string',
    )
    expect(secret).toEqual([])
    expect(JSON.stringify(variables)).not.toContain('{{resolve:')
  })
})
