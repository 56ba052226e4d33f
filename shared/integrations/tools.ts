// The outside tools that leads can go to, as one table. Screens draw their cards and forms from it, calls check what is typed by
// it, and each has one adapter of its name in `functions/gateways/integrations`.

import type { ToolSlug } from './slugs.ts'

/** One thing that is typed to connect. A secret is sealed; people are shown its last four characters again, and no more. */
export type ToolField = {
  name: string
  label: string
  isSecret: boolean
  help: string
  pattern?: RegExp
  /** Said where the pattern does not fit. */
  fault?: string
}

/** What a campaign chooses of a tool once it is connected; the tool itself says what there is. */
export type ToolChoice = {
  name: string
  label: string
  /** How many can be chosen. */
  most: number
  isRequired: boolean
  /** Another choice that must be made first, because it decides what there is. */
  after?: string
}

/**
 * How a company connects: by keys that are typed; by being sent to the tool's own sign-in; or (webhooks) by nothing, because
 * each address stands for itself.
 */
export type ToolWay = 'keys' | 'sign-in' | 'addresses'

export type Tool = {
  slug: ToolSlug
  name: string
  description: string
  way: ToolWay
  fields: readonly ToolField[]
  choices: readonly ToolChoice[]
  /** What people should know before they connect. */
  note: string
  /** Its protocol was never seen with a real key. */
  isBeta: boolean
  /** It keeps lists of addresses that mail is sent to. */
  hasMailingLists: boolean
  /** What people read where it takes leads and does not let us see what came of them. */
  unseenNote: string
}

const apiKey: ToolField = { name: 'api_key', label: 'API key', isSecret: true, help: '' }
const tags: ToolChoice = { name: 'tags', label: 'Tags', most: 20, isRequired: false }
const plain = { note: '', isBeta: false, hasMailingLists: false, unseenNote: '' } as const

export const tools: Readonly<Record<ToolSlug, Tool>> = {
  gohighlevelv2: {
    ...plain,
    slug: 'gohighlevelv2',
    name: 'GoHighLevel',
    description: 'Adds each lead to the contacts of a sub-account, with tags.',
    way: 'sign-in',
    fields: [{ name: 'agency_id', label: 'Agency', isSecret: false, help: '' }],
    choices: [
      { name: 'location', label: 'Sub-account', most: 1, isRequired: true },
      { ...tags, after: 'location' },
    ],
  },
  gohighlevel: {
    ...plain,
    slug: 'gohighlevel',
    name: 'GoHighLevel v1',
    description: 'Adds each lead to the contacts of one location, with tags.',
    way: 'keys',
    fields: [{ ...apiKey, label: 'Location API key', help: 'In GoHighLevel: Settings, Business Profile, API Key.' }],
    choices: [tags],
    note: 'GoHighLevel has retired this version and gives out no new keys for it. Keys that exist still work; GoHighLevel is recommended instead.',
  },
  google_sheets: {
    ...plain,
    slug: 'google_sheets',
    name: 'Google Sheets',
    description: 'Keeps a spreadsheet for each campaign and adds a row for each lead.',
    way: 'sign-in',
    fields: [{ name: 'account', label: 'Google account', isSecret: false, help: '' }],
    choices: [],
  },
  sendgrid: {
    ...plain,
    slug: 'sendgrid',
    name: 'SendGrid',
    description: 'Adds each lead to lists of SendGrid Marketing.',
    way: 'keys',
    fields: [
      {
        ...apiKey,
        help: 'In SendGrid: Settings, API Keys. It needs full access to Marketing.',
        pattern: /^SG\.[\w-]{8,64}\.[\w-]{16,128}$/,
        fault: 'A SendGrid key begins with SG. and has two parts after it.',
      },
    ],
    choices: [{ name: 'lists', label: 'Lists', most: 10, isRequired: false }],
    hasMailingLists: true,
    unseenNote:
      'SendGrid takes leads with this key, and does not let it see what came of them: one that SendGrid refuses afterwards stands here as delivered. To see it, give the key full access to Marketing (in SendGrid: Settings, API Keys), or connect with a key that has it.',
  },
  kartra: {
    ...plain,
    slug: 'kartra',
    name: 'Kartra',
    description: 'Creates each lead in Kartra, subscribes it to a list and gives it tags.',
    way: 'keys',
    fields: [
      { ...apiKey, help: 'In Kartra: My Integrations, API.' },
      { name: 'api_password', label: 'API password', isSecret: true, help: 'It stands beside the key.' },
    ],
    choices: [{ name: 'lists', label: 'Lists', most: 5, isRequired: false }, tags],
    hasMailingLists: true,
  },
  clickfunnels: {
    ...plain,
    slug: 'clickfunnels',
    name: 'ClickFunnels',
    description: 'Adds each lead to the contacts of a workspace, with tags.',
    way: 'keys',
    fields: [
      {
        name: 'subdomain',
        label: 'Subdomain',
        isSecret: false,
        help: 'What stands before .myclickfunnels.com in the address.',
        pattern: /^[a-z0-9-]{1,63}$/,
        fault: 'Use small letters, digits and hyphens, without .myclickfunnels.com.',
      },
      {
        name: 'workspace_id',
        label: 'Workspace id',
        isSecret: false,
        help: 'The number after /workspaces/ in the address.',
        pattern: /^\d{1,12}$/,
        fault: 'It is a number.',
      },
      {
        name: 'token',
        label: 'Access token',
        isSecret: true,
        help: 'In ClickFunnels: Settings, Developer Portal.',
      },
    ],
    choices: [tags],
    note: 'For ClickFunnels 2.0. Its Launch plan has no API.',
  },
  zapier: {
    ...plain,
    slug: 'zapier',
    name: 'Zapier and webhooks',
    description: 'Sends each lead to addresses of your own, or of an automation service.',
    way: 'addresses',
    fields: [],
    choices: [],
  },
  mailboxpower: {
    ...plain,
    slug: 'mailboxpower',
    name: 'Mailbox Power',
    description: 'Adds each lead that has a postal address to a group of contacts.',
    way: 'keys',
    fields: [{ ...apiKey, help: 'In Mailbox Power: your account, API.' }],
    choices: [{ name: 'groups', label: 'Group', most: 1, isRequired: false }],
    isBeta: true,
  },
}

/** A label inside a sentence: its first letter is small where the word is no abbreviation. @example inSentence('Workspace id') // 'workspace id' */
export const inSentence = (label: string): string => label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())

/** What a field of any tool may hold: more would be a mistake of copying. */
const MOST_TYPED = 500

/**
 * What is wrong with what was typed to connect a tool, by field; an empty object where nothing is. `kept`: names of secrets that
 * are there already, and stay where nothing is typed.
 * @example fieldFaults(tools.kartra, { api_key: 'a' }) // { api_password: 'Enter the API password.' }
 */
export function fieldFaults(
  { fields }: Pick<Tool, 'fields'>,
  typed: Readonly<Record<string, string>>,
  kept: readonly string[] = [],
): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const { name, label, pattern, fault } of fields) {
    const value = typed[name]?.trim() ?? ''
    if (value === '') {
      if (!kept.includes(name)) faults[name] = `Enter the ${inSentence(label)}.`
    } else if (value.length > MOST_TYPED) faults[name] = `At most ${MOST_TYPED} characters.`
    else if (/[^\x21-\x7e]/.test(value)) faults[name] = 'It has spaces or signs that no key has.'
    else if (pattern && !pattern.test(value)) faults[name] = fault ?? 'This is not of the right form.'
  }
  return faults
}

/** What a campaign chose of a tool: ids by the name of the choice. */
export type ChosenValues = Readonly<Record<string, readonly string[]>>

/** What is wrong with a campaign's choices, by choice; an empty object where nothing is. */
export function choiceFaults({ choices }: Pick<Tool, 'choices'>, values: ChosenValues): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const { name, label, most, isRequired } of choices) {
    const count = values[name]?.length ?? 0
    if (count === 0 && isRequired) faults[name] = `Choose a ${inSentence(label)}.`
    if (count > most) faults[name] = most === 1 ? 'Choose one.' : `Choose at most ${most}.`
  }
  for (const name of Object.keys(values))
    if (!choices.some((choice) => choice.name === name)) faults[name] = 'There is no such choice.'
  return faults
}

/** Of a secret, what people may see again. Of a short one nothing: four characters would be most of it. */
export const maskSecret = (secret: string) => (secret.length >= 12 ? `****${secret.slice(-4)}` : '****')
