import * as z from 'zod'
import { Module, productLines } from '../../model/company.ts'
import { attentionKinds, homeFigures, setupSteps } from '../../model/home.ts'
import { WireFlag } from '../../wire.ts'
import { call } from '../lib/call.ts'
import { Done, FileJob, Id, wireUserTypes } from '../lib/fields.ts'
import { domainInfo } from '../public/calls.ts'

export const ModulePermission = z.object({
  module_name: z.string(),
  enable_permission: WireFlag,
  create_permission: WireFlag,
  update_permission: WireFlag,
  delete_permission: WireFlag,
})

export const Contact = z.object({ firstname: z.string(), lastname: z.string(), email: z.string(), phone: z.string() })
export type Contact = z.output<typeof Contact>

/** The signed-in person as the wire names them. Only what screens show: no secrets, no hashes. */
export const UserData = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  company_id: z.string(),
  company_parent: z.string(),
  company_root_id: z.string(),
  role_id: z.string(),
  user_type: z.enum(wireUserTypes),
  user_type_ori: z.enum(wireUserTypes),
  systemuser: z.boolean(),
  rootcomp: WireFlag,
  isViewMode: z.boolean(),
  isAccExecutive: z.boolean(),
  company_name: z.string(),
  company_logo: z.string(),
  companyparentname: z.string(),
  companyparentlogo: z.string(),
  profile_pict: z.string(),
  phonenum: z.string(),
  phone_country_code: z.string(),
  phone_country_calling_code: z.string(),
  address: z.string(),
  city: z.string(),
  zip: z.string(),
  country_code: z.string(),
  state_code: z.string(),
  industry_id: z.string(),
  industry_name: z.string(),
  box_bgcolor: z.string(),
  text_color: z.string(),
  link_color: z.string(),
  template_bgcolor: z.string(),
  sidebar_bgcolor: z.string(),
  font_theme: z.string(),
  customer_card_id: z.string(),
  manual_bill: WireFlag,
  profile_setup_completed: WireFlag,
  questionnaire_setup_completed: WireFlag,
  email_confirmed: WireFlag,
  /** Why nobody of the company may have mails sent to others yet; empty when they may. */
  why_not_invite: z.string(),
  user_permissions: z.object({ report_analytics: WireFlag, modules: z.array(ModulePermission) }),
  user_permissions_view_mode: z.object({ report_analytics: WireFlag, modules: z.array(ModulePermission) }).nullable(),
  leadlocalname: z.string(),
  leadlocalurl: z.string(),
  leadlocatorname: z.string(),
  leadlocatorurl: z.string(),
  leadenhancename: z.string(),
  leadenhanceurl: z.string(),
  leadb2bname: z.string(),
  leadb2burl: z.string(),
  leadspeek_type: z.string(),
  menuLeadspeek: WireFlag,
  status_acc: z.string(),
  charges_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  ip_login: z.string(),
  disable_client_add_campaign: WireFlag,
  franchize: Contact.nullable(),
  franchizedirector: Contact.nullable(),
  officemanager: Contact.nullable(),
})
export type UserData = z.output<typeof UserData>

export const me = call({
  method: 'GET',
  path: '/user/{id}',
  summary: 'A person of your tree as the screens need them.',
  can: 'signed-in',
  beforeSecondStep: true,
  user: 'id',
  input: z.object({ id: Id }),
  output: UserData.extend({
    /** Who lives at the address of the signed-in person's own agency, where they are at one above it: whose brand they work under. */
    home: domainInfo.output.optional(),
  }),
})

export const BetaFeature = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  is_beta: z.boolean(),
  apply_to_all_agency: z.boolean(),
  /** The company does not take part, but keeps the feature: it has campaigns of it, or credit in it. */
  isKept: z.literal(true).optional(),
})

export const SetupCheck = z.object({
  isBeta: z.boolean(),
  betaFeature: z.object({ b2b_module: BetaFeature, data_wallet: BetaFeature }),
  paymentStatusFailed: z.boolean(),
  setupcomplete: WireFlag,
  accessmodule: z.enum(['', 'paymentfailed']),
  accessmodule_agency: z.enum(['', 'paymentfailed']),
  accountconnected: z.enum(['', 'pending', 'inverification', 'completed', 'failed']),
  /** As the connected account was last heard of: what is kept of the person may be minutes older. */
  charges_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  package_id: z.string(),
  paymentgateway: z.string(),
  clientsidebar: z.partialRecord(z.enum(productLines), Module),
  fcampid: z.string(),
  finamt: z.string(),
  agencyonboarding: z.object({ status: WireFlag, price: z.string(), enable_coupon: WireFlag }),
  minimumspend: z.object({ status: WireFlag, flatMonth: z.string() }),
  api_mode: WireFlag,
  agencymodules: z.array(z.object({ type: z.enum(productLines), status: z.boolean() })),
  defaultmodules: z.array(z.object({ type: z.enum(productLines), status: z.boolean() })),
  is_whitelabeling: WireFlag,
  parentcolors: z.object({
    sidebar: z.string(),
    template: z.string(),
    box: z.string(),
    text: z.string(),
    link: z.string(),
  }),
  paymenttermlist: z.array(z.object({ term: z.string(), status: z.boolean() })),
  creditcardsetup: z.boolean(),
  manual_bill: WireFlag,
  /** The person has to set up a second step of signing in before anything else. */
  secondstepdue: z.boolean(),
})

export const checkSetup = call({
  method: 'GET',
  path: '/user/checksetupcomplete/{id}',
  summary: 'What a person still has to set up, and what their account may reach; computed by the server alone.',
  can: 'signed-in',
  beforeSecondStep: true,
  user: 'id',
  input: z.object({ id: Id }),
  output: SetupCheck,
})

export const switchUser = call({
  method: 'POST',
  path: '/user/switchuser',
  summary:
    "Looks through another person's eyes for an hour: answers a token that acts as them and names who looks, and who lives at their own address. The sign-in that asks stays as it is.",
  can: 'user:view-as',
  user: 'usrID',
  inView: 'refused',
  audit: { action: 'View As', did: 'Began to look as somebody else', tried: 'Tried to look as somebody else' },
  rounds: { most: 5, reason: 'The company of the person and the company above it are found one from the other.' },
  input: z.object({ usrID: Id }),
  output: z.object({ access_token: z.string(), expires_in: z.number(), home: domainInfo.output }),
})

export const revertView = call({
  method: 'POST',
  path: '/user/revertview',
  summary: "Ends the look through another person's eyes: its token is refused from the next request on.",
  can: 'signed-in',
  inView: 'allowed',
  audit: { action: 'View As', did: 'Stopped looking as somebody else' },
  beforeSecondStep: true,
  input: z.object({}),
  output: Done,
})

/** Work that goes on after its call was answered. `ready` waits for the person who began it. */
export const Job = FileJob.extend({
  kind: z.enum(['exclusions', 'campaignExclusions', 'clients', 'agenciesReport', 'leads']),
  status: z.enum(['running', 'ready', 'done', 'failed']),
})
export type Job = z.output<typeof Job>

export const jobs = call({
  method: 'GET',
  path: '/user/jobs',
  summary:
    'Files that the person sent or ordered for their company in the last day, and how far each is; the latest first.',
  can: 'signed-in',
  input: z.object({}),
  output: z.object({ data: z.array(Job) }),
})

export const viewable = call({
  method: 'GET',
  path: '/user/viewable',
  summary:
    'The companies right below one with their main people, whose eyes may be borrowed: at most 50, by the beginnings of words.',
  can: 'user:view-as',
  company: 'company_id',
  inView: 'refused',
  input: z.object({ company_id: Id, search: z.string().max(200).default('') }),
  output: z.object({
    data: z.array(
      z.object({
        usrID: z.string(),
        name: z.string(),
        email: z.string(),
        company_id: z.string(),
        company_name: z.string(),
        /** Companies of this kind have others below them. */
        has_clients: z.boolean(),
      }),
    ),
    total: z.number(),
  }),
})

export const home = call({
  method: 'GET',
  path: '/user/home',
  summary:
    'What waits for the signed-in person in their own company: what is still to be set up, what is to be mended, and what was done lately. Only what the person may see is looked at, of Site ID campaigns the eight newest that run, so that it costs the same for any number of them.',
  can: 'signed-in',
  rounds: { most: 3, reason: 'Which campaigns run is known before their pixels are looked at.' },
  input: z.object({}),
  output: z.object({
    /** Empty once all is done, and for those who set nothing up. */
    steps: z.array(z.object({ step: z.enum(setupSteps), done: WireFlag })),
    attention: z.array(
      z.object({
        kind: z.enum(attentionKinds),
        /** The card, host, campaign, receiver, file or one company that it is about; empty where there is none. */
        name: z.string(),
        /** Number of the campaign. */
        leadspeek_api_id: z.string(),
        /** By which the page of a tool or webhook is found. */
        slug: z.string(),
        /** Whose it is, where that is not the reader's own company. */
        company_id: z.string(),
        /** Why, in plain words. */
        reasons: z.array(z.string()),
        /** Since when, or until when. */
        at: z.string().nullable(),
        /** How many of them were counted. */
        total: z.number(),
        /** There are more than were counted. */
        is_cut: z.boolean(),
      }),
    ),
    /** Of the platform for operators, of their own agencies for sales people; others have theirs on the dashboards. Money in dollars. */
    figures: z.array(
      z.object({
        figure: z.enum(homeFigures),
        value: z.number(),
        /** Of the 30 days before, or 30 days ago; null where it is compared with nothing. */
        before: z.number().nullable(),
        /** There are more than were counted. */
        is_cut: z.boolean(),
      }),
    ),
    /** The newest agencies of the platform, for operators. */
    newcomers: z.array(z.object({ company_id: z.string(), name: z.string(), at: z.string() })),
    /** The newest first: of the whole company for who may read its log, otherwise what the person did. */
    activity: z.array(
      z.object({
        at: z.string(),
        what: z.string(),
        who: z.string(),
        /** Whom it was done to, where that is another company than the reader's. */
        company: z.string(),
      }),
    ),
  }),
})
