import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { pictureTypes, whyNoPicture } from '#shared/model/picture.ts'
import { messageOf } from '../../api/api-error.ts'
import { postFile } from '../../api/files.ts'
import { useMe } from '../../api/session-store.ts'
import { useMay } from '../../api/use-may.ts'
import { useSend } from '../../api/use-send.ts'
import classes from './picture-field.module.css'
import type { PictureField as Field } from './theme-values.ts'

const MAX_BYTES = 1024 * 1024

function whyNot(file: File): string | null {
  return whyNoPicture(file) ?? (file.size > MAX_BYTES ? 'Choose an image of at most 1 MB.' : null)
}

type Props = {
  field: Field
  label: string
  description: string
  /** Where the present picture can be seen. */
  shown: string | null
  /** Dark pictures are looked at on a light ground, and the other way round. */
  ground: 'light' | 'dark'
  error: string | undefined
  onChange: (value: string | null, shownAt: string | null) => void
}

/** Uploads a picture at once and names the upload; it becomes the brand's own when the form is saved. */
export function PictureField({ field, label, description, shown, ground, error, onChange }: Props) {
  const { companyId } = useMe()
  const may = useMay()
  const forget = useRef<() => void>(null)
  const { send } = useSend('settings.uploadImage')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const choose = async (file: File | null) => {
    if (!file) return
    // The same file may be chosen again, once what was wrong with it is mended.
    forget.current?.()
    const why = whyNot(file)
    setFailure(why ?? undefined)
    if (why) return
    setBusy(true)
    try {
      // @NOTE whyNoPicture has let only these types through.
      const contentType = file.type as (typeof pictureTypes)[number]
      const { uploadId, url, fields } = await send({ companyId: companyId, picture: field, contentType })
      await postFile(url, fields, file, () => undefined)
      onChange(uploadId, URL.createObjectURL(file))
    } catch (cause) {
      setFailure(messageOf(cause))
    }
    setBusy(false)
  }

  return (
    <Input.Wrapper label={label} description={description} error={failure ?? error} labelElement="div">
      <Group gap="md" my={6} wrap="nowrap">
        <div className={classes.stand} data-ground={ground}>
          {shown ? (
            <img className={classes.picture} src={shown} alt={`Present ${label.toLowerCase()}`} />
          ) : (
            <Text size="xs">None</Text>
          )}
        </div>
        <Group gap="xs">
          {may('setting:update', 'POST') && (
            <FileButton
              onChange={(file) => void choose(file)}
              resetRef={forget}
              accept={pictureTypes.join(',')}
              inputProps={{ 'aria-label': `${label} file` }}
            >
              {(props) => (
                <Button {...props} variant="default" size="xs" loading={busy}>
                  {shown ? 'Replace' : 'Upload'}
                </Button>
              )}
            </FileButton>
          )}
          {shown && (
            <Button
              variant="subtle"
              color="red"
              size="xs"
              aria-label={`Remove ${label.toLowerCase()}`}
              onClick={() => onChange(null, null)}
            >
              Remove
            </Button>
          )}
        </Group>
      </Group>
    </Input.Wrapper>
  )
}
