import { notify } from './notify.tsx'

const holdsNone = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isNaN(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsNone)

/** Whether something that is to be sent holds a text that is no price. Its field is said, and gets the focus. */
export function findFault(values: unknown): boolean {
  if (!holdsNone(values)) return false
  notify('danger', 'Nothing was saved: an amount cannot be read. It is marked.')
  document.querySelector<HTMLElement>('input[data-fault]')?.focus()
  return true
}

/** Whether a price, or anything that holds one, can be shown as money. */
export const isPrice = (value: number): boolean => !Number.isNaN(value)
