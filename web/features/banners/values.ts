import {
  type BannerSize,
  type BannerStatus,
  bannerSizes,
  pixelsOf,
  refusalForClickUrl,
  refusalForMeasures,
} from '#shared/model/banner.ts'
import { type ProductLine, productLines } from '#shared/model/company.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Output } from '../../api/terms.ts'

export type BannerRow = Output<'banners.list'>['data'][number]

/** A picture that was uploaded for the banner and is not saved with it yet. */
export type Upload = { id: string; shownAt: string; width: number; height: number }

export type Values = {
  name: string
  product: ProductLine
  size: BannerSize | null
  clickUrl: string
  status: BannerStatus
  upload: Upload | null
}

export const startOf = (row: BannerRow | undefined, first: ProductLine): Values => ({
  name: row?.name ?? '',
  product: row?.product ?? first,
  size: row?.size ?? null,
  clickUrl: row?.clickUrl ?? '',
  status: row?.status ?? 'active',
  upload: null,
})

/** What is wrong, by the names of the fields; `row` is the banner that is changed. */
export function faultsOf({ name, size, clickUrl, upload }: Values, row: BannerRow | undefined): Record<string, string> {
  const link = refusalForClickUrl(clickUrl.trim())
  const measures = size && upload && refusalForMeasures(size, upload)
  return {
    ...(name.trim() === '' && { name: 'Enter a name.' }),
    ...(!upload && !row && { uploadId: 'Choose an image.' }),
    ...(!size && (upload || row) && { size: 'Choose a size.' }),
    ...(!upload && row && size !== row.size && { size: 'Upload an image of this size first.' }),
    ...(measures && { uploadId: measures }),
    ...(link && { clickUrl: link }),
  }
}

export function sizeText(size: BannerSize): string {
  const { width, height } = pixelsOf(size)
  return `${width} × ${height}`
}
export const sizeChoices = bannerSizes.map(({ size, name }) => ({ value: size, label: `${sizeText(size)}, ${name}` }))
export const isSize = (text: string | null): text is BannerSize => bannerSizes.some(({ size }) => size === text)
export const isLine = (text: string | null): text is ProductLine => productLines.some((line) => line === text)

/** The product lines of the tenant, under its own names. */
export function useProducts() {
  const { sideMenu } = useTenant()
  return productLines.flatMap((line) => {
    const found = sideMenu[line]
    return found ? [{ value: line, label: found.name }] : []
  })
}
