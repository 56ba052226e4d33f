// ClickFunnels 2.0, as its public description has it. Classic is another product.
import * as z from 'zod'
import { judge, openToolDoor, readAnswer, type ToolAnswer } from './door.ts'
import { type Credentials, filled, type Option, type ToolAdapter, ToolFault } from './tool.ts'

const name = 'ClickFunnels'
/** It gives 20 at once; a workspace with more tags than this chooses among the first. */
const MOST_PAGES = 25

const Id = z.union([z.string(), z.number()]).transform(String)
const Tags = z.array(z.looseObject({ id: Id, name: z.string() }))
const Contact = z.looseObject({ id: Id, tags: z.array(z.looseObject({ id: Id })).nullish() })

/** `url`: of a double; the real one lies at an address of the tenant's own. */
export function openClickfunnels({ url, now }: { url: string; now: () => number }): ToolAdapter {
  const ask = async (
    { subdomain = '', token }: Credentials,
    path: string,
    asked: { method?: 'GET' | 'POST'; json?: unknown } = {},
  ): Promise<ToolAnswer> => {
    // It was checked when it was saved; here it decides where a key is sent.
    if (!/^[a-z0-9-]{1,63}$/.test(subdomain)) throw new ToolFault('dead', 'The subdomain is not one.')
    const door = openToolDoor({ name, url: url.replace('{subdomain}', subdomain) })
    return door.ask(path, { ...asked, headers: { authorization: `Bearer ${token}` } })
  }
  const judged = (answer: ToolAnswer) => judge(answer, { name, now })

  async function tags(credentials: Credentials): Promise<Option[]> {
    const found: Option[] = []
    let after = ''
    for (let page = 0; page < MOST_PAGES; page++) {
      const query = after === '' ? '' : `?after=${encodeURIComponent(after)}`
      const answer = judged(await ask(credentials, `/workspaces/${credentials.workspace_id}/contacts/tags${query}`))
      found.push(...readAnswer(Tags, answer, name).map((tag) => ({ id: tag.id, name: tag.name })))
      after = answer.headers.get('pagination-next') ?? ''
      if (after === '') break
    }
    return found
  }

  const tagsOf = ({ tags: has }: z.output<typeof Contact>) => new Set((has ?? []).map(({ id }) => id))

  async function apply(credentials: Credentials, contactId: string, tagId: string): Promise<void> {
    const answer = await ask(credentials, `/contacts/${contactId}/applied_tags`, {
      method: 'POST',
      json: { contacts_applied_tag: { tag_id: Number(tagId) } },
    })
    if (answer.status === 422) {
      // Another try may have applied it; only the contact itself says so.
      const again = readAnswer(Contact, judged(await ask(credentials, `/contacts/${contactId}`)), name)
      if (tagsOf(again).has(tagId)) return
    }
    judged(answer)
  }

  return {
    async check(credentials) {
      await tags(credentials)
    },
    lookUp: tags,
    async deliver(credentials, { row, values }) {
      if (row.email === '') return { skipped: 'The lead has no e-mail address.' }
      const contact = filled({
        email_address: row.email,
        first_name: row.firstName,
        last_name: row.lastName,
        phone_number: row.phone,
      })
      // Not `tag_ids`: they would take away all other tags of the contact.
      const path = `/workspaces/${credentials.workspace_id}/contacts/upsert`
      const answer = judged(await ask(credentials, path, { method: 'POST', json: { contact } }))
      const saved = readAnswer(Contact, answer, name)
      const has = tagsOf(saved)
      for (const tagId of values.tags ?? []) if (!has.has(tagId)) await apply(credentials, saved.id, tagId)
      return { id: saved.id, status: answer.status, words: 'The contact was saved.' }
    },
  }
}
