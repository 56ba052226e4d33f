import { Avatar, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { type PictureType, pictureTypes, whyNoPicture } from '#shared/model/picture.ts'
import { initialsOf } from '#shared/text.ts'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { postFile } from '../../api/files.ts'
import { refreshMe } from '../../api/session.ts'
import type { UserData } from '../../api/session-store.ts'
import { notify } from '../../ui/notify.tsx'
import { Section } from './section.tsx'
import { shrinkPicture } from './shrink-picture.ts'

// @NOTE whyNoPicture has let only these types through.
const typeOf = (file: File) => file.type as PictureType

async function upload(user: UserData, file: File): Promise<string> {
  const small = await shrinkPicture(file)
  const form = await send('account.uploadPicture', { userId: user.id, contentType: typeOf(small) })
  await postFile(form.url, form.fields, small, () => undefined)
  const { message } = await send('account.savePicture', { userId: user.id, key: form.key })
  return message
}

export function PictureSection({ user }: { user: UserData }) {
  const [busy, setBusy] = useState<'upload' | 'remove' | null>(null)
  const forget = useRef<() => void>(null)

  const attempt = async (what: 'upload' | 'remove', work: () => Promise<string>) => {
    setBusy(what)
    try {
      const message = await work()
      await refreshMe()
      notify('success', message)
    } catch (error) {
      notify('danger', messageOf(error))
    }
    setBusy(null)
  }
  const choose = (file: File | null) => {
    if (!file) return
    // The same file may be chosen again, once what was wrong is mended.
    forget.current?.()
    const why = whyNoPicture(file)
    if (why) notify('danger', why)
    else void attempt('upload', () => upload(user, file))
  }
  const remove = () => attempt('remove', async () => (await send('account.removePicture', { userId: user.id })).message)

  return (
    <Section title="Picture">
      <Group gap="lg">
        <Avatar src={user.picture || null} alt="" size={72}>
          {initialsOf(user.name)}
        </Avatar>
        <Stack gap={6}>
          <Group gap="xs">
            <FileButton
              onChange={choose}
              resetRef={forget}
              accept={pictureTypes.join(',')}
              inputProps={{ 'aria-label': 'Picture file' }}
            >
              {(props) => (
                <Button variant="default" size="xs" loading={busy === 'upload'} {...props}>
                  {user.picture ? 'Replace picture' : 'Upload picture'}
                </Button>
              )}
            </FileButton>
            {user.picture && (
              <Button variant="subtle" color="red" size="xs" loading={busy === 'remove'} onClick={() => void remove()}>
                Remove
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            PNG, JPEG or WebP, at most 2 MB.
          </Text>
        </Stack>
      </Group>
    </Section>
  )
}
