import * as z from 'zod'
import { Brand } from '../../model/brand.ts'
import { Module, productLines } from '../../model/company.ts'
import { embeddedPlaces } from '../../model/embedded-code.ts'
import { WireFlag } from '../../wire.ts'
import { call } from '../lib/call.ts'

const MenuModules = z.partialRecord(z.enum(productLines), Module)

export const SystemInfo = z.object({
  idsys: z.string(),
  masteridsys: z.string(),
  ownedcompanyid: z.string(),
  company_name: z.string(),
  company_root_name: z.string(),
  company_root_legal: z.string(),
  company_root_nameshort: z.string(),
  company_root_address: z.string(),
  company_root_city: z.string(),
  company_root_zip: z.string(),
  company_root_state_code: z.string(),
  company_root_state_name: z.string(),
  company_root_phone: z.string(),
  domain: z.string(),
  subdomain: z.string(),
  userrootname: z.string(),
  userrootemail: z.string(),
  userrootaddress: z.string(),
  payment_public_key: z.string(),
  captcha_key: z.string(),
  /** For the map to draw areas on; empty where there is none. */
  maps_key: z.string(),
  charges_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  account_requirements: z.array(z.string()),
  rootcomp: WireFlag,
  agencyplatformroot: WireFlag,
  /** Where the platform's operator gives help; empty without such a place. */
  support_url: z.string(),
  /** Where on the page the tenant's own code stands; null without any. */
  embedded_code: z.enum(embeddedPlaces).nullable(),
  brand: Brand,
})

export const domainInfo = call({
  method: 'GET',
  path: '/general/domain-info',
  summary: 'Who lives at this host: brand, names, menus and public keys. Says nothing of other tenants.',
  can: 'anyone',
  input: z.object({}),
  output: z.object({
    data: SystemInfo,
    paymenttermlist: z.array(z.object({ value: z.string(), label: z.string() })),
    rootsidemenu: MenuModules,
    sidemenu: MenuModules,
    agencysidebar: MenuModules,
  }),
})

export const keys = call({
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary:
    'Public keys: `use: sig` verifies access tokens, `use: enc` is for `dt` bodies. Two of each may be live during a rotation.',
  can: 'anyone',
  input: z.object({}),
  output: z.object({
    keys: z.array(
      z.object({
        kty: z.string(),
        crv: z.string(),
        x: z.string(),
        y: z.string(),
        kid: z.string(),
        use: z.enum(['sig', 'enc']),
        alg: z.string(),
      }),
    ),
  }),
})

export const country = call({
  method: 'GET',
  path: '/general/client-country',
  summary: "The caller's country by their address, as our edge sees it: two letters, or nothing where it cannot tell.",
  can: 'anyone',
  input: z.object({}),
  output: z.object({ country: z.string() }),
})

export const openapi = call({
  method: 'GET',
  path: '/openapi.json',
  summary: 'This document.',
  can: 'anyone',
  input: z.object({}),
  output: z.looseObject({ openapi: z.string() }),
})

export const developerDocument = call({
  method: 'GET',
  path: '/v1/developer/openapi.json',
  summary: 'The OpenAPI document of the developer API, as it stands on this host.',
  can: 'anyone',
  input: z.object({}),
  output: z.looseObject({ openapi: z.string() }),
})

export const clientAddress = call({
  method: 'GET',
  path: '/general/client-address',
  summary:
    "The caller's address as the server sees it. Asked once by the browser, and never trusted for decisions when it comes back.",
  can: 'anyone',
  input: z.object({}),
  output: z.object({ ip: z.string() }),
})
