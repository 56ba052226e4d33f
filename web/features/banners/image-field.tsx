import { Button, Input, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useRef, useState } from 'react'
import {
  type BannerImageType,
  type BannerSize,
  bannerImageTypes,
  bannerSizeNames,
  refusalForBannerFile,
  sizeOf,
} from '#shared/model/banner.ts'
import { messageOf } from '../../api/api-error.ts'
import { postFile } from '../../api/files.ts'
import { useSend } from '../../api/use-send.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import classes from './banners.module.css'
import { TrueSize } from './true-size.tsx'
import { sizeText, type Upload } from './values.ts'

type Props = {
  companyId: string
  /** The picture that the banner has now: where it lies, and its size. */
  present?: { address: string; size: BannerSize } | undefined
  upload: Upload | null
  size: BannerSize | null
  name: string
  error: string | undefined
  onUpload: (upload: Upload, size: BannerSize) => void
}

async function measure(address: string): Promise<{ width: number; height: number } | undefined> {
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return { width: image.naturalWidth, height: image.naturalHeight }
  } catch {
    return undefined
  }
}

const allSizes = bannerSizeNames.map(sizeText).join(', ')

/** Looks at a picture, uploads it at once, and shows it as large as it will be. */
export function ImageField({ companyId, present, upload, size, name, error, onUpload }: Props) {
  const choose = useRef<() => void>(null)
  const { send } = useSend('banners.uploadImage')
  const [share, setShare] = useState<number>()
  const [failure, setFailure] = useState('')

  const take = async (file: File | undefined) => {
    if (!file) return
    const why = refusalForBannerFile(file)
    setFailure(why ?? '')
    if (why) return
    const shownAt = URL.createObjectURL(file)
    setShare(0)
    try {
      const measures = await measure(shownAt)
      const fits = measures && sizeOf(measures)
      if (!measures) setFailure('This picture is damaged. Please choose another one.')
      else if (!fits)
        setFailure(
          `This image has ${measures.width} × ${measures.height} pixels. Use one of these sizes, or twice as many pixels each way: ${allSizes}.`,
        )
      else {
        // @NOTE refusalForBannerFile has let only these types through.
        const contentType = file.type as BannerImageType
        const { uploadId, url, fields } = await send({ companyId, contentType })
        await postFile(url, fields, file, setShare)
        onUpload({ id: uploadId, shownAt, ...measures }, fits)
      }
    } catch (cause) {
      setFailure(messageOf(cause))
    }
    setShare(undefined)
  }

  const shown = upload?.shownAt ?? present?.address
  const shownSize = (upload && size) ?? present?.size
  return (
    <Input.Wrapper label="Image" required error={failure || error} labelElement="div" errorProps={{ role: 'alert' }}>
      <Dropzone
        className={classes.zone}
        openRef={choose}
        multiple={false}
        accept={[...bannerImageTypes]}
        activateOnClick={false}
        activateOnKeyboard={false}
        onDrop={([file]) => void take(file)}
        onReject={([rejected]) => void take(rejected?.file)}
        inputProps={{ 'aria-label': 'Banner image' }}
        tabIndex={-1}
        data-invalid={failure || error ? true : undefined}
      >
        {shown && shownSize && <TrueSize source={shown} size={shownSize} name={name || 'New banner'} />}
        <Button variant="default" size="xs" loading={share !== undefined} onClick={() => choose.current?.()}>
          {shown ? 'Replace image' : 'Choose image'}
        </Button>
        <Text size="xs" c="dimmed">
          Drop a PNG, JPG or GIF here, up to 2 MB. GIFs may move.
        </Text>
      </Dropzone>
      {share !== undefined && <ProgressBar label="Uploading the image" value={share * 100} />}
    </Input.Wrapper>
  )
}
