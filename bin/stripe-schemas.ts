// Writes what Stripe takes, as the pinned SDK's own types say: `node bin/boot.mjs bin/stripe-schemas.ts`. The double of Stripe
// refuses every request that does not fit. To be run again with every new version of the SDK; a test fails until it was.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createGenerator } from 'ts-json-schema-generator'
import { type StripeSchemas, schemasFile, VERSION_FILE } from '#infra/local/doubles/stripe/schemas.ts'

const root = join(import.meta.dirname, '..')
const sdk = join(root, 'node_modules/stripe')

/** What the double knows, by resource file and method of the SDK. */
const known: Record<string, readonly string[]> = {
  Customers: ['create', 'retrieve', 'update', 'list', 'del'],
  PaymentMethods: ['create', 'retrieve', 'list', 'attach', 'detach'],
  SetupIntents: ['create', 'retrieve', 'confirm', 'cancel'],
  PaymentIntents: ['create', 'retrieve', 'list', 'search', 'confirm', 'cancel'],
  Charges: ['retrieve', 'list'],
  Refunds: ['create', 'retrieve', 'list'],
  ApplicationFees: ['retrieve', 'list', 'createRefund', 'listRefunds'],
  Disputes: ['retrieve', 'list'],
  Payouts: ['retrieve', 'list'],
  Accounts: ['create', 'retrieve', 'update', 'del', 'createLoginLink'],
  AccountLinks: ['create'],
  Transfers: ['create', 'retrieve', 'list', 'createReversal'],
  Coupons: ['create', 'retrieve'],
  Events: ['retrieve', 'list'],
}

type Json = { [key: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Enums of the SDK end in "or any other text", because newer servers may say more. What we send is to be known. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close)
  if (!isObject(value)) return value
  const options = value.anyOf
  if (Array.isArray(options)) {
    const closed = options.filter((option) => !(isObject(option) && option.$ref === '#/definitions/OtherString'))
    const [only] = closed
    if (closed.length === 1 && closed.length < options.length) return close(only)
    return {
      ...Object.fromEntries(Object.entries(value).map(([key, each]) => [key, close(each)])),
      anyOf: close(closed),
    }
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, close(each)]))
}

/** Method and path of a resource's function, and the name of what it takes. */
function operationOf(resource: string, method: string): { operation: string; type: string } {
  const code = readFileSync(join(sdk, `esm/resources/${resource}.js`), 'utf8')
  const types = readFileSync(join(sdk, `esm/resources/${resource}.d.ts`), 'utf8')
  const body = new RegExp(`\\n    ${method}\\([^)]*\\) \\{[\\s\\S]*?\\n    \\}`).exec(code)?.[0] ?? ''
  const [, verb, path] = /_makeRequest\('(\w+)', [`']([^`']+)[`']/.exec(body) ?? []
  const type = new RegExp(`\\n    ${method}\\([^)]*?params\\??: (\\w+)`).exec(types)?.[1]
  if (!verb || !path || !type) throw new Error(`${resource}.${method} is not in this version of the SDK.`)
  return { operation: `${verb} ${path.replace(/\$\{encodeURIComponent\(\w+\)\}/g, '{id}')}`, type }
}

const operations: Record<string, string> = {}
const definitions: Json = {}
for (const [resource, methods] of Object.entries(known)) {
  const path = join(sdk, `esm/resources/${resource}.d.ts`)
  const generator = createGenerator({
    path,
    skipTypeCheck: true,
    additionalProperties: false,
    jsDoc: 'none',
    expose: 'all',
  })
  for (const method of methods) {
    const { operation, type } = operationOf(resource, method)
    operations[operation] = type
    Object.assign(definitions, generator.createSchema(type).definitions)
  }
}
const { version } = createRequire(import.meta.url)(join(sdk, 'package.json'))
const schemas: StripeSchemas = {
  sdk: version,
  api: readFileSync(join(sdk, VERSION_FILE), 'utf8').match(/ApiVersion = '([^']+)'/)?.[1] ?? '',
  operations,
  definitions: close(definitions) as Json, // @NOTE closing keeps an object an object
}
writeFileSync(join(root, schemasFile), `${JSON.stringify(schemas)}\n`)
console.log(
  `${Object.keys(operations).length} operations of Stripe's SDK ${schemas.sdk} (${schemas.api}) are in ${schemasFile}.`,
)
