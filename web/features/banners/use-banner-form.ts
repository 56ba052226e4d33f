import { useState } from 'react'
import { fieldsOf, messageOf } from '../../api/api-error.ts'
import type { Output } from '../../api/terms.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'
import { onlyChanged } from '../../ui/only-changed.ts'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { type BannerRow, faultsOf, startOf, useProducts, type Values } from './values.ts'

/** Which field says what is wrong with a changed one. */
const field = (name: string) => (name === 'upload' ? 'uploadId' : name)

const pick = ({ name, product, size, clickUrl, status }: BannerRow) => ({ name, product, size, clickUrl, status })

/** A banner that is made or changed: its fields, what is wrong with them, and saving them. */
export function useBannerForm(companyId: string, row: BannerRow | undefined, onSaved: () => void) {
  const [first] = useProducts()
  const [start] = useState(() => startOf(row, first?.value ?? 'local'))
  const [began] = useState(row && pick(row))
  const [values, setValues] = useState(start)
  const { errors: faults, setErrors: setFaults, mend } = useFieldErrors()
  const creating = useSend('banners.create')
  const updating = useSend('banners.update')

  const change = (changes: Partial<Values>) => {
    for (const name of Object.keys(changes)) mend(field(name))
    // What was wrong with a picture may have been its size.
    if ('size' in changes) mend('uploadId')
    setValues((now) => ({ ...now, ...changes }))
  }

  const save = async () => {
    const found = faultsOf(values, row)
    setFaults(found)
    const { size, upload, name, product, clickUrl, status } = values
    if (Object.keys(found).length > 0 || !size) return
    const fields = { name, product, size, clickUrl, status }
    try {
      let done: Output<'banners.create'>
      if (row && began) {
        // What somebody else set since stays: a banner may have been switched off while it was being renamed.
        const changed = onlyChanged(began, fields)
        const given = { companyId, bannerId: row.id, ...(upload && { uploadId: upload.id }) }
        done = await updating.send({ ...changed, ...given })
      } else done = await creating.send({ ...fields, companyId, uploadId: upload?.id ?? '' })
      notify('success', done.message)
      onSaved()
    } catch (error) {
      const told = fieldsOf(error) ?? {}
      setFaults(told)
      if (Object.keys(told).length === 0) notify('danger', messageOf(error))
    }
  }

  const isDirty = JSON.stringify(values) !== JSON.stringify(start)
  return { values, faults, change, save, isDirty, isSaving: creating.sending || updating.sending }
}
