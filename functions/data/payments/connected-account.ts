import { Entity } from 'electrodb'
import { connectionStates } from '#shared/model/company.ts'
import { type ConnectedAccount, noAccount } from '#shared/model/connected-account.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table, withoutNulls } from '../lib/table.ts'

const flag = { type: 'boolean' } as const

const schema = {
  model: model('connectedAccount'),
  attributes: {
    owner: { type: 'string', required: true },
    accountId: { type: 'string' },
    state: { type: connectionStates },
    chargesEnabled: flag,
    payoutsEnabled: flag,
    requirements: { type: 'list', items: { type: 'string' } },
    requiredBy: { type: 'number' },
    /** How often the owner began anew: each account is made under its own key. */
    generation: { type: 'number' },
    checkedAt: { type: 'number' },
    heldAt: { type: 'number' },
    awaySince: { type: 'number' },
  },
  indexes: { primary: { pk: key('pk', ['owner'], '${owner}'), sk: key('sk', [], 'CONNECT') } },
} as const

/** From the provider's name of an account to whose it is: events know no other. */
const ownerSchema = {
  model: model('accountOwner'),
  attributes: {
    accountId: { type: 'string', required: true },
    company: { type: 'string' },
    user: { type: 'string' },
  },
  indexes: { primary: { pk: key('pk', ['accountId'], 'A#${accountId}'), sk: key('sk', [], 'OWNER') } },
} as const

/** Whose account it is: a company's, or a sales person's own. */
export type AccountOwner = { company: string } | { user: string }
const toOwner = (owner: AccountOwner) => ('company' in owner ? `C#${owner.company}` : `U#${owner.user}`)

/** Accounts at the payment provider to which money of agencies and sales people goes. */
export function connectedAccounts(table: Table) {
  const entity = new Entity(schema, electro(table))
  const owners = new Entity(ownerSchema, electro(table))
  async function get(owner: AccountOwner): Promise<ConnectedAccount> {
    const { data } = await entity.get({ owner: toOwner(owner) }).go({ consistent: true })
    const { owner: _, ...row } = { owner: '', ...data }
    return { ...noAccount, ...row }
  }

  return {
    get,
    /** Who has an account, or had it; nobody when it was made elsewhere. */
    async findOwner(accountId: string): Promise<AccountOwner | undefined> {
      const { data } = await owners.get({ accountId }).go({ consistent: true })
      if (data?.company) return { company: data.company }
      return data?.user ? { user: data.user } : undefined
    },
    /** Remembers a new account; false when there is one already. */
    async link(owner: AccountOwner, account: ConnectedAccount): Promise<boolean> {
      const { accountId, generation: _, ...facts } = account
      // First, so that no event of an account that is in use finds nobody.
      await owners.put({ accountId, ...owner }).go()
      return entity
        .update({ owner: toOwner(owner) })
        .set({ accountId, ...withoutNulls(facts) })
        .where((item, { notExists }) => notExists(item.accountId))
        .go()
        .then(() => true, unlessRefused)
    },
    /** What the provider says of it now; false when it is another account by now, or an answer that was overtaken. */
    async note(owner: AccountOwner, account: ConnectedAccount): Promise<boolean> {
      const { accountId, generation: _, checkedAt, heldAt: __, awaySince, ...facts } = account
      const noted = entity.patch({ owner: toOwner(owner) })
      const away = awaySince === null ? noted.remove(['awaySince']) : noted.set({ awaySince })
      return away
        .set({ ...facts, checkedAt })
        .where(
          (item, { eq, lte, notExists }) =>
            `${eq(item.accountId, accountId)} AND (${notExists(item.checkedAt)} OR ${lte(item.checkedAt, checkedAt)})`,
        )
        .go()
        .then(() => true, unlessRefused)
    },
    /** Campaigns stand still because the account takes no cards; the first time stays. */
    async hold(owner: AccountOwner, at: number): Promise<void> {
      await entity
        .update({ owner: toOwner(owner) })
        .set({ heldAt: at })
        .where((item, { notExists }) => notExists(item.heldAt))
        .go()
        .catch(unlessRefused)
    },
    /** They have been freed. */
    async unhold(owner: AccountOwner): Promise<void> {
      await entity
        .patch({ owner: toOwner(owner) })
        .remove(['heldAt'])
        .go()
    },
    /** Lets go of an account, so that another can be made; false when it is not this one any more. */
    async unlink(owner: AccountOwner, account: ConnectedAccount): Promise<boolean> {
      return entity
        .patch({ owner: toOwner(owner) })
        .set({ generation: account.generation + 1 })
        .remove([
          'accountId',
          'state',
          'chargesEnabled',
          'payoutsEnabled',
          'requirements',
          'requiredBy',
          'checkedAt',
          'awaySince',
        ])
        .where((item, { eq }) => eq(item.accountId, account.accountId))
        .go()
        .then(() => true, unlessRefused)
    },
  }
}
