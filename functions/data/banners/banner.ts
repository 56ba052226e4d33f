import { Entity, Service } from 'electrodb'
import { Banner, bannerSizeNames, bannerStatuses } from '#shared/model/banner.ts'
import { productLines } from '#shared/model/company.ts'
import { electro, key, model, type Table } from '../lib/table.ts'
import { countMade, readTimesMade, timesMadeEntity } from '../lib/times-made.ts'
import { freeName, type Named, nameKeyOf, takeName, uniqueNameEntity } from '../lib/unique-name.ts'
import { whenFree } from '../lib/when-free.ts'
import { findRefused } from '../tenancy/tree.ts'

const text = { type: 'string', required: true } as const

const schema = {
  model: model('banner'),
  attributes: {
    id: text,
    companyId: text,
    name: text,
    line: { type: productLines, required: true },
    size: { type: bannerSizeNames, required: true },
    image: { type: 'any', required: true },
    /** Of the picture, so that of two changes at once one is told. */
    imageId: text,
    clickUrl: text,
    status: { type: bannerStatuses, required: true },
    updatedAt: { type: 'number', required: true },
  },
  indexes: { primary: { pk: key('pk', ['companyId'], 'C#${companyId}#BANNERS'), sk: key('sk', ['id'], '${id}') } },
} as const

/** Banners of a company; few, so they are read as one. Each has a name of its own. */
export function banners(table: Table) {
  const entity = new Entity(schema, electro(table))
  const made = timesMadeEntity(table, model('bannersMade'), key('pk', ['companyId'], 'C#${companyId}#BANNERS'))
  const both = new Service({
    banner: entity,
    name: uniqueNameEntity(table),
    made,
  })
  type Whose = Pick<Banner, 'companyId' | 'id' | 'name'>
  const nameOf = ({ companyId, name }: Whose) => ({ companyId, kind: 'banner', nameKey: nameKeyOf(name) }) as const
  const read = ({ imageId, ...row }: { imageId: string }) => Banner.parse({ ...row, imageId })
  return {
    async list(companyId: string): Promise<Banner[]> {
      const { data } = await entity.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data.map(read)
    },
    async find(companyId: string, id: string): Promise<Banner | undefined> {
      const { data } = await entity.get({ companyId, id }).go({ consistent: true })
      return data ? read(data) : undefined
    },
    /** How many were ever made: read before the list, for `create`. */
    timesMade: (companyId: string): Promise<number> => readTimesMade(made, companyId),
    /** Nothing is made when another banner has the name, or one was made since the others were counted (`times`). */
    async create(banner: Banner, times: number): Promise<'made' | 'name_taken' | 'meanwhile'> {
      const { companyId, image } = banner
      const { canceled, data } = await whenFree(() =>
        both.transaction
          .write((to) => [
            countMade(to, companyId, times),
            takeName(to, nameOf(banner), banner.id),
            to.banner.create({ ...banner, imageId: image.id }).commit(),
          ])
          .go(),
      )
      if (!canceled) return 'made'
      return findRefused(data, 3) === 1 ? 'name_taken' : 'meanwhile'
    },
    /**
     * Writes what differs, so that a change of something else in the same instant stays. Nothing is changed when another banner has the
     * name, or when this one has not the name and picture that it had when it was read.
     */
    async update(before: Banner, banner: Banner): Promise<Named> {
      const { companyId, id, name, image, updatedAt } = banner
      const next = { companyId, id, name }
      const isMoved = nameOf(before).nameKey !== nameOf(next).nameKey
      const { canceled, data } = await whenFree(() =>
        both.transaction
          .write((to) => [
            takeName(to, nameOf(next), id),
            to.banner
              .patch({ companyId, id })
              .set({
                updatedAt,
                ...(name !== before.name && { name }),
                ...(banner.line !== before.line && { line: banner.line }),
                ...(banner.size !== before.size && { size: banner.size }),
                ...(banner.clickUrl !== before.clickUrl && { clickUrl: banner.clickUrl }),
                ...(banner.status !== before.status && { status: banner.status }),
                ...(image.id !== before.image.id && { image, imageId: image.id }),
              })
              .where((row, { eq }) => `${eq(row.name, before.name)} AND ${eq(row.imageId, before.image.id)}`)
              .commit(),
            ...(isMoved ? [freeName(to, nameOf(before), id)] : []),
          ])
          .go(),
      )
      if (!canceled) return 'changed'
      return findRefused(data, 1) === 0 ? 'name_taken' : 'gone'
    },
    /** False when it is gone. */
    async setStatus({ companyId, id }: Whose, status: Banner['status'], updatedAt: number): Promise<boolean> {
      const { canceled } = await whenFree(() =>
        both.transaction
          .write((to) => [
            to.banner
              .patch({ companyId, id })
              .set({ status, updatedAt })
              .where((row, { exists }) => exists(row.id))
              .commit(),
          ])
          .go(),
      )
      return !canceled
    },
    /** False when it is gone, or has not the name and picture that it had when it was read. */
    async remove(banner: Banner): Promise<boolean> {
      const { companyId, id, name, image } = banner
      const { canceled } = await whenFree(() =>
        both.transaction
          .write((to) => [
            to.banner
              .remove({ companyId, id })
              .where((row, { eq }) => `${eq(row.name, name)} AND ${eq(row.imageId, image.id)}`)
              .commit(),
            freeName(to, nameOf(banner), banner.id),
          ])
          .go(),
      )
      return !canceled
    },
  }
}
