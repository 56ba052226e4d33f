// The document of the developer API: what a well-kept linter says of it, and that it tells what is so.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { RATE } from '#functions/kit/program.ts'
import { ACCESS_TOKEN_SECONDS } from '#functions/kit/tokens.ts'
import { LeadCreated, leadCreatedExample } from '#shared/contracts/developer/events.ts'
import { examples } from '#shared/contracts/developer/examples.ts'
import { allCalls } from '#shared/contracts/index.ts'
import { apiScopes } from '#shared/model/api-key.ts'
import { isForPrograms, toDeveloperDocument } from '#shared/openapi/developer.ts'

const origin = 'https://leads.northlight.example'
const document = toDeveloperDocument(allCalls, origin)
const forPrograms = allCalls.filter(isForPrograms)
const config = await createConfig({ extends: ['recommended-strict'] })

async function problemsOf(told: object) {
  const problems = await lintFromString({ source: JSON.stringify(told), absoluteRef: '/openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
}

it('has nothing that the linter would change', async () => expect(await problemsOf(document)).toEqual([]))

it('is really looked at: a hidden fault is found', async () => {
  const faults = await problemsOf({
    ...document,
    paths: { '/clients': { get: { responses: { 200: { description: '' } } } } },
  })
  expect(faults.some((fault) => fault.startsWith('operation-summary'))).toBe(true)
})

it('tells every call of programs, at its address, and no other', () => {
  const told = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} /v1/developer${path}`),
  )
  expect(told.sort()).toEqual(forPrograms.map(({ call }) => `${call.method} ${call.path}`).sort())
  expect(document.servers).toMatchObject([{ url: `${origin}/api/v1/developer` }])
  expect(JSON.stringify(document)).not.toContain('"dt"')
})

it('has each scope that a key may have', () => {
  const { scopes } = document.components.securitySchemes.key.flows.clientCredentials
  expect(Object.keys(scopes)).toEqual([...apiScopes])
})

it('says the limits that hold', () => {
  const text = JSON.stringify(document)
  expect(text).toContain(`q=${RATE.most};w=${RATE.windowMs / 1000}`)
  expect(text).toContain(`${ACCESS_TOKEN_SECONDS / 60} minutes`)
})

/** Objects of a contract let nothing pass that they do not name. */
const strict = (type: z.ZodType) => (type instanceof z.ZodObject ? type.strict() : type)

describe.each(forPrograms)('$name', ({ name, call }) => {
  it('has an example that its contract takes', () => {
    const { request, answer } = examples[name] ?? {}
    expect(strict(call.input).safeParse(request ?? {}).error).toBeUndefined()
    expect(strict(call.output).safeParse(answer).error).toBeUndefined()
  })
})

it('shows a letter as it is', () => expect(LeadCreated.strict().safeParse(leadCreatedExample).error).toBeUndefined())
