// What dynamically scoped credentials (`dynamodb:LeadingKeys`) do on AWS, here for every call that a test makes: the
// table's client refuses keys of companies and people that lie outside the tree of the person who makes the call, and of those above
// all but what people below need to read, and what their own doings change there. It knows nothing of the code's own checks, so a
// check that is missing is met by it.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Services } from '#functions/kit/services.ts'

/**
 * Who makes the call: their company, and in view mode the company of the person who looks; and which call it is, where that is known.
 * `looks`: whose rows were looked at to find out that they are not the caller's.
 */
export type Acting = { companyId: string; holderCompanyId?: string | undefined; call?: string; looks?: string[] }
export const acting = new AsyncLocalStorage<Acting>()

export class TripwireError extends Error {
  override name = 'AccessDeniedException'
}

type Item = Record<string, unknown>
/** `owner` is whom a new row says it belongs to, where its key does not; `from` is where in its partition a query looks. */
type Touch = { may: 'read' | 'write'; pk: string; sk: string; owner: string; from?: string }

// Values are plain or already in DynamoDB's own form, depending on who else sits in the client's stack.
const plain = (value: unknown) => String((value as { S?: string } | undefined)?.S ?? value ?? '')
const touch = (may: Touch['may'], item: unknown): Touch => {
  const { pk, sk, companyId, owner } = (item ?? {}) as Item
  return { may, pk: plain(pk), sk: plain(sk), owner: plain(companyId ?? owner) }
}

const isWhole = ({ sk }: Touch) => sk === 'COMPANY' || sk === 'USER'
/** Who the token speaks of is looked up in one request; what it claims counts for nothing before that. */
const withoutClaims = (keys: Touch[]) => (keys.some(({ sk }) => sk.startsWith('S#')) ? keys.filter(isWhole) : keys)

/** The keys that a command asks for. An index is judged by the partition that it is read in. */
export function touchesOf(command: string, input: Item): Touch[] {
  const parts = (input.TransactItems ?? []) as Record<string, Item>[]
  const batches = Object.values((input.RequestItems ?? {}) as Record<string, unknown>)
  switch (command) {
    case 'GetItemCommand':
      return [touch('read', input.Key)]
    case 'BatchGetItemCommand':
      return withoutClaims(
        batches.flatMap((batch) => (batch as { Keys?: Item[] }).Keys ?? []).map((key) => touch('read', key)),
      )
    case 'TransactGetItemsCommand':
      return parts.map((part) => touch('read', part.Get?.Key))
    case 'QueryCommand': {
      const values = Object.entries((input.ExpressionAttributeValues ?? {}) as Item)
      const pk = values.find(([name]) => /pk/i.test(name))
      const from = values.filter((each) => each !== pk).map(([, value]) => plain(value))
      return [{ may: 'read', pk: plain(pk?.[1]), sk: 'QUERY', owner: '', from: from.join(' ') }]
    }
    case 'PutItemCommand':
      return [touch('write', input.Item)]
    case 'UpdateItemCommand':
    case 'DeleteItemCommand':
      return [touch('write', input.Key)]
    case 'BatchWriteItemCommand': {
      const requests = batches.flat() as { PutRequest?: { Item: Item }; DeleteRequest?: { Key: Item } }[]
      return requests.map(({ PutRequest, DeleteRequest }) => touch('write', PutRequest?.Item ?? DeleteRequest?.Key))
    }
    case 'TransactWriteItemsCommand':
      return parts.flatMap((part) =>
        Object.entries(part).map(([kind, one]) =>
          touch(kind === 'ConditionCheck' ? 'read' : 'write', one.Item ?? one.Key),
        ),
      )
    default:
      return []
  }
}

/** Companies and people as they were written, so that the wire knows the tree without asking the code. */
function learner() {
  const ancestors = new Map<string, readonly string[]>()
  const homes = new Map<string, string>()
  const list = (value: unknown): string[] => {
    const items = (value as { L?: unknown[] } | undefined)?.L ?? value
    return Array.isArray(items) ? items.map(plain) : []
  }
  const learn = (item: unknown) => {
    const row = (item ?? {}) as Item
    if (plain(row.sk) === 'COMPANY') ancestors.set(plain(row.id), list(row.ancestors))
    if (plain(row.sk) === 'USER') homes.set(plain(row.id), plain(row.companyId))
  }
  return {
    ancestors,
    homes,
    from(command: string, input: Item) {
      if (command === 'PutItemCommand') learn(input.Item)
      if (command !== 'TransactWriteItemsCommand') return
      for (const part of (input.TransactItems ?? []) as Record<string, Item>[]) learn(part.Put?.Item)
    },
  }
}

// No matter what the letters before it: a partition that begins with a company is that company's.
const companyKey = /^[A-Z]+#(com_[0-9A-Z]+)/
export const ownedBy = (pk: string): string | undefined => companyKey.exec(pk)?.[1]
const userKey = /^U#(usr_[0-9A-Z]+)/
/** Partitions in which rows of everybody lie: they are the timetable's to look through, and a call's to write its own rows into. */
const shared = /^(?:O|Q|DUE)#/
const companyIn = /#(com_[0-9A-Z]+)/

/**
 * What calls of people below a company read of it, with the reason, and by which calls where these few alone need it. All else of a
 * company above is refused like a stranger's: its audit log, its people, its wallet, its card.
 */
const openBelow: readonly { key: RegExp; by?: RegExp; why: string }[] = [
  { key: /^C#PRICES#/, why: 'Prices and costs are inherited by those who have none of their own.' },
  {
    key: /^C#(?:MINSPEND|INFORMATION) /,
    why: 'Plans and information that can be bought have one price for all below.',
  },
  { key: /^C#SETTINGS /, why: 'Settings of a platform hold for all below.' },
  { key: /^C#DOCUMENTS /, why: 'Agreements are written above and agreed to below.' },
  { key: /^C#COUPONS (?!QUERY)/, why: 'A coupon is given to those below, who type its code; nobody lists them.' },
  { key: /^C CONNECT$/, why: 'Clients pay into the account of their agency.' },
  { key: /^E#[\w-]+ (?:LOGIN|SIGNIN)$/, why: 'An address is taken once in a tree; it is asked for by its hash.' },
  { key: /^R#\S+ REFERRAL$/, why: 'Whom the code in a sales person’s link names.' },
  { key: /^C#CLIST QUERY$/, by: /^campaigns\.list$/, why: "A client's campaigns stand in the list of its agency." },
  {
    key: /^C#CCOUNT QUERY$/,
    by: /^(?:campaigns\.|account\.checkSetup$)/,
    why: 'An agency that has campaigns of a product keeps it, and so do its clients.',
  },
  { key: /^C BILLING$/, by: /^campaigns\./, why: 'An agency that pays for its clients must have a card.' },
  { key: /^W BAL$/, by: /^account\.checkSetup$/, why: 'Whether an agency keeps a wallet that is tried out by others.' },
  {
    key: /^C#(?:TOOLS|WEBHOOKS) /,
    by: /^(?:integrations|campaigns)\./,
    why: "Leads of a client also go where its agency's tools and webhooks are.",
  },
  {
    key: /^C#USERS QUERY$/,
    by: /^(?:staff\.customerCare|public\.domainInfo|account\.me|campaigns\.(?:setActive|update))$/,
    why: 'People whom those below are shown, and those of an agency whom a campaign of its client may write to.',
  },
  {
    key: /^C#PAYMENTS cmp_/,
    by: /^campaigns\./,
    why: 'Of what a client gets back, an agency gets its own part back, which it paid for that campaign.',
  },
  {
    key: /^C#GROUPS QUERY$/,
    by: /^campaigns\.update/,
    why: 'Whether a campaign stays in the group in which its agency put it.',
  },
]
/**
 * What calls of people below a company write of it, with the reason, and by which calls. Nothing else of a company above is theirs to
 * change: its own row and settings, its people, its wallet, its card, its keys.
 */
const writtenBelow: readonly { key: RegExp; by: RegExp; why: string }[] = [
  {
    key: /^C#(?:NODES|[SF][AC]#\S+) .*\bcom_/,
    by: /^(?:account|campaigns|companies|developer|domains|payments|pricing|session|settings)\./,
    why: 'How the list of the company above shows one below it, and finds it by words and marks, is written with what it shows.',
  },
  {
    key: /^C COUNT#client$/,
    by: /^session\.register$/,
    why: 'Who registers on the site of an agency is one more client.',
  },
  {
    key: /^C COUNT#activeCampaign$/,
    by: /^campaigns\.setActive$/,
    why: 'An agency counts the campaigns of its clients that run.',
  },
  {
    key: /^C#CLIST \w+#\w+#cmp_/,
    by: /^(?:campaigns\.|keywords\.applyCount$|account\.saveCompany$|payments\.saveCard$)/,
    why: "A client's campaigns, with the client's name, stand in the list of its agency.",
  },
  {
    key: /^C#CCOUNT \w+$/,
    by: /^(?:campaigns\.|keywords\.applyCount$|payments\.saveCard$)/,
    why: 'An agency counts the campaigns of its clients by product and state.',
  },
  {
    key: /^C#LEADDAYS \d{4}-\d\d-\d\d#\d+$/,
    by: /^campaigns\.(?:setActive|refundTopUp)$/,
    why: "What a client's campaign costs and gets back are figures of its agency's days.",
  },
  {
    key: /^C#PAYMENTS cmp_\S+-agency$/,
    by: /^campaigns\.setActive$/,
    why: 'The part of a start that the agency pays for its client stands in its own books.',
  },
  { key: /^C#DAYS#REVENUE DUE#/, by: /^campaigns\.setActive$/, why: 'That day of it is to be counted anew.' },
  {
    key: /^C#NOTICES (?:N#\S+|RECENT)$/,
    by: /^campaigns\.setActive$/,
    why: 'The agency is told what became of its own part.',
  },
  {
    key: /^E#\S+ LOGIN$/,
    by: /^(?:companies\.(?:create|remove|update)|session\.register|account\.confirmEmail)$/,
    why: "An address is taken, or given up, in the scope in which it is one person's: the company above.",
  },
  {
    key: /^E#\S+ SIGNIN$/,
    by: /^(?:session\.(?:login|register)|security\.unlock)$/,
    why: 'What is remembered of sign-ins under a name stands in the same scope.',
  },
  {
    key: /^C#COUPON(?:S|USES#\S+) \S+$/,
    by: /^payments\.(?:createCustomer|createDirectCustomer|saveCard)$/,
    why: 'An agency that uses a coupon of its root is counted there, once.',
  },
  {
    key: /^C#WAITING DELIVERIES$/,
    by: /^integrations\./,
    why: 'That a delivery of it, or of a client of it, waits: the timetable looks at each agency in turn.',
  },
  {
    key: /^I#usr_\w+ /,
    by: /./,
    why: 'A call is made once, on the site that it is made on, under the name of who makes it.',
  },
]

const writtenBeside: typeof writtenBelow = [
  {
    key: /^U#usr_\w+ S#/,
    by: /^session\.register$/,
    why: 'Who registers is somebody new from then on, no matter who was signed in at that browser.',
  },
]

/**
 * Rows of companies and people that lie elsewhere are looked at whole to find out whose they are, and the call is refused. These go on
 * after such a look, and why.
 */
const lookedAt: readonly { row: RegExp; by: RegExp; why: string }[] = [
  {
    row: /^(?:above|outside) U#\S+ USER$/,
    by: /^(?:account\.(?:changeEmail|confirmEmail)|companies\.(?:create|update))$/,
    why: 'Whether who has the address is met on this site: a client, and people of an agency elsewhere, do not meet.',
  },
]

type Listed = { key: RegExp; by?: RegExp }
/** A call that is not named may do what any may. */
function isListed(list: readonly Listed[], { pk, sk }: Touch, owner: string, call: string | undefined): boolean {
  const key = `${pk.replace(`#${owner}`, '')} ${sk}`
  return list.some((each) => each.key.test(key) && (!each.by || call === undefined || each.by.test(call)))
}

/** Those looks of a call that was not refused for which there is no reason. */
export const unexplained = ({ looks = [], call = '' }: Acting): string[] =>
  looks.filter((row) => !lookedAt.some((each) => each.row.test(row) && each.by.test(call)))

/** `before`: of an earlier client of the same table, whose rows are known here too. */
export function setTripwire(services: Services, before?: Tripwire) {
  const known = before?.known ?? learner()
  const { ancestors, homes } = known
  const violations: string[] = before?.violations ?? []

  /** Where a company stands to the actor's: the same or below, above, or outside. What was never written is nobody's. */
  function standing(companyId: string, own: string): 'within' | 'above' | 'outside' {
    const above = ancestors.get(companyId)
    const aboveOwn = ancestors.get(own)
    if (above === undefined || companyId === own || above.includes(own) || aboveOwn === undefined) return 'within'
    return aboveOwn.includes(companyId) ? 'above' : 'outside'
  }

  /** Companies that a key names, and those of the people whom it names, but for the one whose row it is. */
  function namedIn(key: string, owner: string): string[] {
    const named = key.match(/(?:com|usr)_[0-9A-Z]+/g) ?? []
    return named.map((id) => homes.get(id) ?? id).filter((id) => id !== owner && ancestors.has(id))
  }

  /** Whether the key of a row says that it is about the actor's company, one below it, or a person there. */
  const isAboutOwn = ({ pk, sk, from = '' }: Touch, owner: string, own: string): boolean =>
    namedIn(`${pk} ${sk} ${from}`, owner).some((id) => standing(id, own) === 'within')

  /** What is written above names nobody else, such as a sister in the same list; a mark may stand for a person above. */
  const mayWriteAbove = (touched: Touch, owner: string, { companyId, call }: Acting): boolean =>
    isListed(writtenBelow, touched, owner, call) &&
    namedIn(touched.sk, owner).every((id) => standing(id, companyId) === 'within')

  function ownerOf({ pk, sk, owner }: Touch): string | undefined {
    const ofKey = ownedBy(pk) ?? homes.get(userKey.exec(pk)?.[1] ?? '')
    if (ofKey !== undefined) return ofKey
    return (shared.test(pk) ? companyIn.exec(sk)?.[1] : undefined) ?? /^(?:C#)?(com_[0-9A-Z]+)$/.exec(owner)?.[1]
  }

  function isFree(touched: Touch, who: Acting): boolean {
    const { companyId, holderCompanyId, call } = who
    const { may, pk, sk } = touched
    if (sk === 'QUERY' && shared.test(pk)) return false
    const company = ownerOf(touched)
    if (company === undefined) return true
    const stands = standing(company, companyId)
    const ofHolder = holderCompanyId === undefined ? 'outside' : standing(company, holderCompanyId)
    if (stands === 'within' || ofHolder === 'within') return true
    // The door itself looks at the one row that a call names, to find out whose it is. Companies above count with every request.
    if (may === 'read' && isWhole(touched)) {
      if (sk === 'USER' || stands === 'outside') who.looks?.push(`${stands} ${pk} ${sk}`)
      return true
    }
    if (stands === 'outside')
      return ofHolder === 'above' || (call !== undefined && isListed(writtenBeside, touched, company, call))
    if (may === 'write') return mayWriteAbove(touched, company, who)
    return isAboutOwn(touched, company, companyId) || isListed(openBelow, touched, company, call)
  }

  services.table.client.middlewareStack.add(
    (next, context) => async (args) => {
      const command = context.commandName ?? ''
      // @NOTE which command it is says its name; the fields looked at are those of that command.
      const input = args.input as Item
      const who = acting.getStore()
      const met = who && touchesOf(command, input).find((each) => !isFree(each, who))
      if (met) {
        const what = `${met.may} ${met.pk} ${met.sk}`
        violations.push(what)
        throw new TripwireError(`This key lies outside the tree of ${who?.companyId}: ${what}`)
      }
      const answer = await next(args)
      known.from(command, input)
      return answer
    },
    { step: 'initialize', name: 'tripwire', override: true },
  )
  return { violations, known }
}
type Tripwire = { violations: string[]; known: ReturnType<typeof learner> }

type Claims = { company?: string; act?: { company?: string } }

/** Who a bearer token speaks of, as it says itself; its signature is the server's business. */
export function actingOf(authorization: string | undefined): Acting | undefined {
  const payload = /^Bearer [\w-]+\.([\w-]+)\.[\w-]+$/.exec(authorization ?? '')?.[1]
  if (!payload) return undefined
  try {
    const { company, act }: Claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return company ? { companyId: company, holderCompanyId: act?.company } : undefined
  } catch {
    return undefined
  }
}
