import { useCallback, useEffect, useRef, useState } from 'react'
import { isSearching } from '#shared/campaigns/rules.ts'
import { messages } from '#shared/messages.ts'
import { type ProductLine, productLines } from '#shared/model/company.ts'
import { typedOver } from '#shared/typed-over.ts'
import { ApiError, fieldsOf, messageOf } from '../../../api/api-error.ts'
import { type Draft, dropDraft, findDraft, keepDraft, placeOf } from '../../../api/campaign-drafts.ts'
import { send } from '../../../api/client.ts'
import { timeNow } from '../../../api/server-time.ts'
import { useSend } from '../../../api/use-send.ts'
import { notify } from '../../../ui/notify.tsx'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { faultsAt, faultsOf } from './faults.ts'
import {
  type CampaignData,
  callFor,
  changesOf,
  emptyValues,
  type Faults,
  type Field,
  isSame,
  newPayload,
  type StepKey,
  stepOfFault,
  type Values,
  valuesOf,
} from './values.ts'

/** Somebody else saved the campaign while it was edited here. */
export type Conflict = { theirs: CampaignData; changed: string[] }

export type Start = {
  /** By which a draft is found again: who types, and what while it is no campaign yet. */
  person: string
  key: string
  values: Values
  line: ProductLine
  companyId: string
  saved: CampaignData | null
}

const keyOf = ({ person, key }: Start, saved: CampaignData | null) => `${person}/${saved?.id ?? key}`
const isLine = (text: string): text is ProductLine => productLines.some((line) => line === text)

const toValues = (kept: Record<string, unknown>, line: ProductLine): Values => {
  // @NOTE what was kept had the very fields; one that is newer than the draft is as in an empty form.
  return { ...emptyValues(line), ...kept } as Values
}

/** What was typed on an earlier visit, unless it is what is there anyway. */
function readDraft(start: Start, draft: Draft | undefined): Draft | undefined {
  return draft && !isSame(start.values, toValues(draft.values, start.line)) ? draft : undefined
}

/** A campaign while it is made or edited. */
export function useEditor(start: Start, onMade: (data: CampaignData) => void) {
  const [editorId] = useState(() => crypto.randomUUID())
  const [found] = useState(() => findDraft(keyOf(start, start.saved)))
  const [draft, setDraft] = useState(() => readDraft(start, found?.draft))
  const [saved, setSaved] = useState(start.saved)
  const [about, setAbout] = useState(() => ({
    line: draft && !start.saved && isLine(draft.about.line) ? draft.about.line : start.line,
    companyId: (!start.saved && draft?.about.companyId) || start.companyId,
  }))
  const place = placeOf(keyOf(start, saved), editorId)
  /** What was there when editing began, or was saved last: what differs from it is what is sent. */
  const [base, setBase] = useState(() => (draft?.base ? toValues(draft.base, start.line) : start.values))
  const [version, setVersion] = useState(() => draft?.version ?? start.saved?.version ?? 0)
  const [values, setValues] = useState(() => (draft ? toValues(draft.values, start.line) : start.values))
  const [faults, setFaults] = useState<Faults>({})
  const [conflict, setConflict] = useState<Conflict>()
  const [open, setOpen] = useState<{ key: StepKey }>()
  const [savedAt, setSavedAt] = useState(0)
  const create = useSend('campaigns.create')
  const update = useSend('campaigns.update')
  const updateSite = useSend('campaigns.updateSite')
  const updateSearch = useSend('campaigns.updateSearch')
  const [isSaving, setSaving] = useState(false)
  /** Beside what differs, a copy that nobody saved yet is a campaign that would be lost. */
  const isDirty = !isSame(base, values)

  const latest = useRef({ isDirty, base })
  latest.current = { isDirty, base }

  const drop = useCallback(() => dropDraft(place), [place])
  const isGone = useRef(false)
  const discard = useCallback(() => {
    isGone.current = true
    drop()
  }, [drop])
  const settle = useLeaveGuard(isDirty, discard)

  // At once, and not after a while: the next thing that happens may be another page.
  useEffect(() => {
    if (isGone.current) return
    if (isDirty) keepDraft(place, { at: Date.now(), values, base, version, about })
    // What was taken back is not kept either: a later visit would find it as if it were still wanted.
    else drop()
  }, [isDirty, values, base, version, about, place, drop])

  // It is this editor's by now. Another tab that still has it writes it down again with the next key.
  useEffect(() => {
    if (found) dropDraft(found.place)
  }, [found])

  const change = (changes: Partial<Values>) => changeBy(Object.keys(changes), () => changes)
  /** For an answer that comes late: by what stands in the fields then. */
  const changeBy = (mended: readonly string[], by: (now: Values) => Partial<Values>) => {
    setValues((before) => ({ ...before, ...by(before) }))
    setFaults((before) => {
      // Area and its places are one question with one answer.
      const all = mended.some((field) => ['states', 'cities', 'isNational'].includes(field))
        ? ['zipCodes', ...mended]
        : mended
      return Object.fromEntries(Object.entries(before).filter(([path]) => !all.includes(path.split('.')[0] ?? '')))
    })
  }
  const show = (found: Faults): boolean => {
    setFaults(found)
    const [first] = Object.keys(found)
    if (first === undefined) return true
    setOpen({ key: stepOfFault(first) })
    return false
  }
  const find = () => faultsOf(values, { line: about.line, before: saved ? base : undefined, now: timeNow() })

  /** Whether a step may be left; its faults stand at their fields. */
  const check = (step: StepKey, more: Faults = {}): boolean => {
    const found = { ...more, ...faultsAt(find(), step) }
    setFaults(found)
    return Object.keys(found).length === 0
  }

  /** What is wrong with some fields, as soon as one of them is left. */
  const checkFields = (fields: readonly Field[]) => {
    const now = find()
    const found = Object.fromEntries(fields.map((field) => [field, now[field]]).filter(([, why]) => why !== undefined))
    setFaults((before) => {
      const others = Object.entries(before).filter(([path]) => !fields.some((field) => field === path))
      return { ...Object.fromEntries(others), ...found }
    })
  }

  const keep = (data: CampaignData, sent: Values) => {
    setSaved(data)
    setVersion(data.version)
    setBase(valuesOf(data))
    // What was typed while it was on its way is still to be saved; the rest is as it was answered, with what others changed.
    setValues((now) => typedOver(valuesOf(data), sent, now))
    setSavedAt(Date.now())
    setDraft(undefined)
    setConflict(undefined)
    drop()
  }

  const sendIt = async (at: number): Promise<CampaignData> => {
    if (!saved) {
      const { data } = await create.send({
        ...newPayload(values, about.line),
        companyId: about.companyId,
        productLine: about.line,
      })
      onMade(data)
      return data
    }
    const changes = changesOf(base, values)
    const call = { update, updateSite, updateSearch }[callFor(changes, about.line)]
    return (await call.send({ ...changes, campaignId: saved.id, version: at })).data
  }

  const meet = async (error: unknown) => {
    const fields = fieldsOf(error) ?? {}
    const isLate = error instanceof ApiError && error.status === 409 && 'version' in fields
    if (isLate && saved) {
      try {
        const { data } = await send('campaigns.get', { id: saved.id })
        setConflict({ theirs: data, changed: Object.keys(changesOf(base, valuesOf(data))) })
        return
      } catch {
        // Without the other's version there is only the server's sentence.
      }
    }
    const { version: _, companyId: company, productLine, ...ofForm } = fields
    const shown: Faults = { ...ofForm, ...(company && { client: company }), ...(productLine && { line: productLine }) }
    if (Object.keys(shown).length > 0) show(shown)
    else notify('danger', messageOf(error))
  }

  /** Saves what differs, or makes the campaign. `isQuiet`: on the way to the next step. */
  const save = async ({ isQuiet = false, at = version }: { isQuiet?: boolean; at?: number } = {}): Promise<boolean> => {
    const found = find()
    if (isQuiet && Object.keys(found).length > 0) return true
    if (!show(found)) return false
    if (saved && !isDirty) return true
    setSaving(true)
    const sent = values
    try {
      const isNew = saved === null
      keep(await sendIt(at), sent)
      settle()
      if (!isQuiet || isNew)
        notify(
          'success',
          isNew ? 'Saved as a paused campaign. Nothing runs before you start it.' : messages.changesSaved,
        )
      return true
    } catch (error) {
      await meet(error)
      return false
    } finally {
      setSaving(false)
    }
  }

  return {
    ...about,
    isSearch: isSearching(about.line),
    saved,
    savedAt,
    values,
    faults,
    conflict,
    open,
    isDirty,
    isSaving,
    /** When what stands here was typed, where an earlier visit left it. */
    draftAt: draft?.at,
    change,
    changeBy,
    check,
    checkFields,
    save,
    show: setFaults,
    setAbout: (next: Partial<typeof about>) => {
      setAbout((before) => ({ ...before, ...next }))
      setFaults({})
      if (next.line && next.line !== about.line)
        setValues((before) => ({ ...before, informationType: emptyValues(next.line ?? about.line).informationType }))
    },
    /** As the campaign is kept now, or empty. */
    startOver: () => {
      drop()
      setDraft(undefined)
      setAbout({ line: start.line, companyId: start.companyId })
      setBase(start.values)
      setVersion(start.saved?.version ?? 0)
      setValues(start.values)
      setFaults({})
    },
    /** Mine over theirs: only the fields that were changed here are sent, so the rest stays as they saved it. */
    saveOver: () => conflict && save({ at: conflict.theirs.version }),
    takeTheirs: () => {
      if (conflict) keep(conflict.theirs, values)
    },
    /** As the server answered it after another change than an edit. What is typed meanwhile stays, beside what others changed it is compared when it is saved. */
    refresh: (data: CampaignData) => {
      setSaved(data)
      const { isDirty, base } = latest.current
      const fresh = valuesOf(data)
      if (isDirty && !isSame(base, fresh)) return
      setVersion(data.version)
      setBase(fresh)
      setValues((now) => typedOver(fresh, base, now))
    },
  }
}
export type EditorState = ReturnType<typeof useEditor>
