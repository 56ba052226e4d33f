// Taking the person out of a lead. What it was sold for, when and by which campaign stays: it was counted and billed.
import { Entity } from 'electrodb'
import type { Lead } from '#shared/model/lead.ts'
import type { LeadPlace } from '#shared/model/person-request.ts'
import { many, whole } from '../lib/batch.ts'
import { unlessRefused } from '../lib/errors.ts'
import { electro, type Table } from '../lib/table.ts'
import { leadSchema, toLead } from './item.ts'

export function leadErasure(table: Table) {
  const entity = new Entity(leadSchema, electro(table))
  return {
    /** Leads by their places, as they are now; those that are gone are left out. */
    async findPlaces(places: readonly LeadPlace[]): Promise<Lead[]> {
      return (await whole(table, entity, entity.get([...places]).go({ ...many, consistent: true }))).map(toLead)
    },
    /** Blanks the person, and what they looked at or searched for. Doing it again changes nothing. */
    async erase(place: LeadPlace, at: number): Promise<void> {
      await entity
        .patch(place)
        .set({ person: { personId: '', email: '' }, erasedAt: at })
        .remove(['pageUrl', 'keyword', 'referrer'])
        .where((row, { notExists }) => notExists(row.erasedAt))
        .go()
        .then(() => true, unlessRefused)
    },
  }
}
