// Whether a request is one that Stripe would take: checked against the types of the very SDK that sends it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import * as z from 'zod'
import { invalidRequest } from './errors.ts'

/** Written by `bin/stripe-schemas.ts`. */
export const schemasFile = 'infra/local/doubles/stripe/requests.json'
/** Where the SDK says which version of the API it speaks. */
export const VERSION_FILE = 'esm/apiVersion.js'

const Schemas = z.object({
  sdk: z.string(),
  api: z.string(),
  /** Name of what an operation takes, by method and path. */
  operations: z.record(z.string(), z.string()),
  definitions: z.record(z.string(), z.unknown()),
})
export type StripeSchemas = z.output<typeof Schemas>

const ID = 'https://stripe.local/requests'
let read: StripeSchemas | undefined
let ajv: Ajv | undefined
const validators = new Map<string, ValidateFunction>()

export function stripeSchemas(): StripeSchemas {
  read ??= Schemas.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'requests.json'), 'utf8')))
  return read
}

/** Compiled when it is first needed: all of them would take seconds. */
function validatorOf(type: string): ValidateFunction {
  const known = validators.get(type)
  if (known) return known
  if (!ajv) {
    ajv = new Ajv({ strict: false, coerceTypes: true, verbose: true, code: { optimize: false } })
    ajv.addSchema({ definitions: stripeSchemas().definitions }, ID)
  }
  const validate = ajv.compile({ $ref: `${ID}#/definitions/${type}` })
  validators.set(type, validate)
  return validate
}

/** Compiles what the first requests would otherwise wait for. */
export function warmUp(): void {
  for (const type of Object.values(stripeSchemas().operations)) validatorOf(type)
}

const toParam = (path: string) =>
  path
    .split('/')
    .slice(1)
    .map((part, index) => (index === 0 ? part : `[${part}]`))
    .join('')

/** The deepest complaint says most; of a choice between shapes every branch complains. */
function worst(errors: readonly ErrorObject[]): ErrorObject | undefined {
  return [...errors].sort((a, b) => b.instancePath.length - a.instancePath.length)[0]
}

const isMoney = /(^|_)amount$|^amount_/

/** Sums of money are whole cents, which the SDK's type `number` does not say. */
function checkMoney(params: object, path = ''): void {
  for (const [name, value] of Object.entries(params)) {
    const at = path ? `${path}[${name}]` : name
    if (typeof value === 'object' && value !== null) checkMoney(value, at)
    else if (isMoney.test(name) && value !== '' && !/^\d+$/.test(String(value)))
      throw invalidRequest(`Invalid integer: ${value}`, at, 'parameter_invalid_integer')
  }
}

/** Throws Stripe's answer to a request that does not fit. The values are made what their types say (texts of a form). */
export function checkRequest(operation: string, params: Record<string, unknown>): void {
  const type = stripeSchemas().operations[operation]
  if (!type) throw invalidRequest(`Unrecognized request URL (${operation}).`, undefined, undefined, 404)
  checkMoney(params)
  const validate = validatorOf(type)
  if (validate(params)) return
  const error = worst(validate.errors ?? [])
  const at = toParam(error?.instancePath ?? '')
  const inside = (name: string) => (at ? `${at}[${name}]` : name)
  if (error?.keyword === 'additionalProperties') {
    const name = inside(String(error.params.additionalProperty))
    throw invalidRequest(`Received unknown parameter: ${name}`, name, 'parameter_unknown')
  }
  if (error?.keyword === 'required') {
    const name = inside(String(error.params.missingProperty))
    throw invalidRequest(`Missing required param: ${name}.`, name, 'parameter_missing')
  }
  throw invalidRequest(`Invalid ${at || 'request'}: ${error?.message ?? 'it does not fit'}`, at || undefined)
}
