import * as z from 'zod'
import { MOST_FRAME_HOSTS } from '../../integrations/frame-hosts.ts'
import { toolSlugs } from '../../integrations/slugs.ts'
import { call, ofCampaign } from '../lib/call.ts'
import { Done, Id, seenOf } from '../lib/fields.ts'

const pages = [
  ...(['integrations', 'integration', 'campaign', 'campaignSetup', 'company'] as const),
  ...(['lineCampaignManagement', 'lineCampaignManagementV1', 'lineDashboard', 'lineLeadsManagement'] as const),
] as const
const Flag = z.enum(['T', 'F'])
const Slug = z.enum(toolSlugs)
/** One campaign of the company, or `all`: what is looked up for no campaign in particular. */
const Scope = z.union([z.literal('all'), Id])
const Values = z.record(z.string().max(40), z.array(z.string().max(200)).max(50))

const Row = z.object({
  slug: z.enum(toolSlugs),
  name: z.string(),
  logo: z.string(),
  description: z.string(),
  connected: Flag,
  /** Whether it can be connected here: a tool with a sign-in needs an account of the platform's own. */
  available: Flag,
  /** Why it does not know us any more; empty while it does. */
  lost_reason: z.string(),
  /** Since when nothing but failures came of it; null where something was delivered since. */
  failing_since: z.string().nullable(),
  /** Since when it is off for its failures; leads are kept as not delivered meanwhile. Null where it is not. */
  off_since: z.string().nullable(),
  beta: Flag,
})

const Field = z.object({
  name: z.string(),
  label: z.string(),
  secret: Flag,
  help: z.string(),
  /** What was typed; of a secret its end. Empty where nothing was. */
  value: z.string(),
})
const Detail = Row.extend({
  way: z.enum(['keys', 'sign-in', 'addresses']),
  note: z.string(),
  fields: z.array(Field),
  connected_at: z.string().nullable(),
  /** When the connection was lost. */
  lost_at: z.string().nullable(),
  /** Why nobody sees here what the tool made of leads that it took, and what to do; empty where that is seen. */
  unseen_reason: z.string(),
  /** The entry of the tool's own menu that opens the company's site there; null where there is none. */
  menu: z
    .object({
      title: z.string(),
      url: z.string(),
      location_ids: z.array(z.string()),
      hosts: z.array(z.string()),
      /** False while it is not known whether the tool made it: to make it again finds out. */
      made: Flag,
    })
    .nullable(),
})

const company = { company: 'company_id', pages } as const

export const tools = call({
  ...company,
  method: 'GET',
  path: '/integration/list/{company_id}',
  summary: 'The outside tools that leads can go to, and which of them a company is connected with.',
  can: 'integration:read',
  input: z.object({ company_id: Id }),
  output: z.object({ data: z.array(Row) }),
})

export const tool = call({
  ...company,
  method: 'GET',
  path: '/integration/{company_id}/{integration_id}',
  summary: "A company's connection with one outside tool; of secrets their last four characters.",
  can: 'integration:read',
  input: z.object({ company_id: Id, integration_id: Slug }),
  output: z.object({ data: Detail }),
})

export const connectTool = call({
  ...company,
  method: 'POST',
  path: '/integration',
  summary: 'Connects a company with an outside tool by keys, which are tried before they are kept.',
  can: 'integration:update',
  // The keys stay after the look.
  inView: 'refused',
  sensitive: true,
  audit: { action: 'Integration Save', did: 'Connected a tool', tried: 'Tried to connect a tool' },
  rounds: { most: 4, reason: 'Tries are counted; a secret that is not typed again is read; the connection is kept.' },
  input: z.object({
    company_id: Id,
    integration_slug: Slug,
    enabled: z.literal('T').default('T'),
    settings: z.record(z.string().max(40), z.string().max(1000)),
  }),
  output: Done.extend({ data: Detail }),
})

export const switchOnTool = call({
  ...company,
  method: 'POST',
  path: '/integration/on',
  summary: 'Switches a tool on again that was switched off for its failures.',
  can: 'integration:update',
  // Leads go out after the look.
  inView: 'refused',
  audit: { action: 'Integration Save', did: 'Switched a tool on again' },
  rounds: { most: 3, reason: 'The connection is read, and switched on if it is that very one.' },
  input: z.object({ company_id: Id, integration_id: Slug }),
  output: Done,
})

export const disconnectTool = call({
  ...company,
  method: 'DELETE',
  path: '/integration/{company_id}/{integration_id}',
  summary: 'Forgets the keys of an outside tool. Leads on their way there are not delivered.',
  can: 'integration:update',
  inView: 'refused',
  body: 'none',
  audit: { action: 'Integration Save', did: 'Disconnected a tool' },
  rounds: { most: 3, reason: 'The row is hidden first, so that the tool is told in the end, also after a crash.' },
  input: z.object({ company_id: Id, integration_id: Slug }),
  output: Done,
})

const Choice = z.object({
  name: z.string(),
  label: z.string(),
  most: z.number(),
  required: Flag,
  /** The choice that must be made first; empty where there is none. */
  after: z.string(),
})

export const campaignTools = call({
  method: 'GET',
  path: '/integration/campaign/{leadspeekID}',
  summary: "The tools that a campaign's leads can go to, and what it chose of each.",
  can: 'campaign:read',
  pages,
  campaign: 'leadspeekID',
  rounds: ofCampaign,
  input: z.object({ leadspeekID: Id }),
  output: z.object({
    data: z.array(
      z.object({
        integration_slug: z.enum(toolSlugs),
        name: z.string(),
        enabled: Flag,
        values: z.record(z.string(), z.array(z.string())),
        choices: z.array(Choice),
        /** Whether it is the connection of the agency, and none of the client's own. */
        of_agency: Flag,
        /** Whose connection it is: what there is to choose is asked by it. Empty for those who may not ask. */
        owner_id: z.string(),
        connected: Flag,
        lost_reason: z.string(),
        /** Whether the person who asks may change it: a client has no say in the tools of its agency. */
        changeable: Flag,
      }),
    ),
  }),
})

export const chooseTool = call({
  method: 'PUT',
  path: '/integration/campaign',
  summary: "Says whether a campaign's leads go to a tool, and to which of its lists, tags or groups.",
  can: 'campaign:update',
  // What goes out to a tool goes on after the look.
  inView: 'refused',
  pages,
  campaign: 'leadspeekID',
  audit: { action: 'Integration Save', did: 'Set where leads go' },
  rounds: ofCampaign,
  input: z.object({
    leadspeekID: Id,
    integration_slug: Slug,
    enabled: Flag,
    values: Values.default({}),
    ...seenOf({ enabled: Flag, values: Values }),
  }),
  output: Done,
})

const Options = z.object({ result: z.array(z.object({ id: z.string(), name: z.string() })) })

/**
 * What there is to choose: asked of the tool itself, by the connection of the company that is named. With a campaign, that is the
 * campaign's client or its agency.
 */
const options = <Path extends string>(path: Path, summary: string) =>
  call({
    ...company,
    method: 'GET',
    path,
    summary,
    can: 'campaign:update',
    rounds: { most: 4, reason: 'Questions are counted; the campaign says whose tools may serve it.' },
    input: z.object({ company_id: Id, campaign_id: Scope }),
    output: Options,
  })

export const gohighlevelTags = options(
  '/gohighlevel/tags/{company_id}/{campaign_id}',
  'The tags of a GoHighLevel (v1) location.',
)
export const sendgridLists = options('/sendgrid/lists/{company_id}/{campaign_id}', 'The lists of SendGrid Marketing.')
export const kartraLists = options('/kartra/lists/{company_id}/{campaign_id}', 'The lists of Kartra.')
export const kartraTags = options('/kartra/tags/{company_id}/{campaign_id}', 'The tags of Kartra.')
export const clickfunnelsTags = options(
  '/clickfunnels/tags/{company_id}/{campaign_id}',
  'The tags of a ClickFunnels workspace.',
)
export const mailboxpowerGroups = options(
  '/mailboxpower/groups/{company_id}/{campaign_id}',
  'The groups of Mailbox Power.',
)

export const subAccounts = options(
  '/gohighlevelv2/list-subaccounts/{company_id}/{campaign_id}',
  'The sub-accounts of a GoHighLevel agency that leads can go to.',
)

export const subAccountTags = call({
  ...company,
  method: 'GET',
  path: '/gohighlevelv2/tags/{company_id}/{campaign_id}/{location_id}',
  summary: 'The tags of a sub-account of GoHighLevel.',
  can: 'campaign:update',
  rounds: { most: 4, reason: 'Questions are counted; the campaign says whose tools may serve it.' },
  input: z.object({ company_id: Id, campaign_id: Scope, location_id: z.string().min(1).max(64) }),
  output: Options,
})

export const mailingLists = call({
  ...company,
  method: 'GET',
  path: '/mailing-list/lists/{company_id}',
  summary: 'The lists of every mailing tool that a company is connected with.',
  can: 'campaign:update',
  rounds: { most: 3, reason: 'Questions are counted, then the connections are read.' },
  input: z.object({ company_id: Id }),
  output: z.object({ result: z.array(z.object({ slug: z.enum(toolSlugs), id: z.string(), name: z.string() })) }),
})

const menu = {
  ...company,
  can: 'integration:update',
  // Who may show our pages within theirs stays so after the look.
  inView: 'refused',
} as const

export const makeMenu = call({
  ...menu,
  method: 'POST',
  path: '/gohighlevelv2/create-iframe',
  summary: "Makes an entry in GoHighLevel's menu that opens an agency's site there, and lets its hosts show the site.",
  audit: { action: 'Integration Save', did: 'Made a menu entry', tried: 'Tried to make a menu entry' },
  rounds: { most: 3, reason: 'Questions are counted; the making is given to one alone, and what came of it is kept.' },
  input: z.object({
    company_id: Id,
    locationIds: z.array(z.string().min(1).max(64)).min(1).max(500),
    title: z.string().trim().min(1, 'Enter a title.').max(50),
    /** Beside those where GoHighLevel itself lies: hosts of the agency's own there. */
    hosts: z.array(z.string().min(1).max(253)).max(MOST_FRAME_HOSTS).default([]),
  }),
  output: Done,
})

export const removeMenu = call({
  ...menu,
  method: 'DELETE',
  path: '/gohighlevelv2/delete-iframe/{company_id}',
  summary: "Takes an agency's entry out of GoHighLevel's menu. Nobody may show the site within theirs afterwards.",
  body: 'none',
  audit: { action: 'Integration Save', did: 'Removed a menu entry', tried: 'Tried to remove a menu entry' },
  input: z.object({ company_id: Id }),
  output: Done,
})
