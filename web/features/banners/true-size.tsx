import { Box } from '@mantine/core'
import { type BannerSize, pixelsOf } from '#shared/model/banner.ts'
import classes from './banners.module.css'

type Props = { source: string; size: BannerSize; name: string }

/** A banner as large as pages show it; where there is less room, it is moved to and fro. */
export function TrueSize({ source, size, name }: Props) {
  const { width, height } = pixelsOf(size)
  return (
    <Box className={classes.frame} role="region" aria-label={`Preview, ${width} × ${height}`} tabIndex={0}>
      <img className={classes.image} src={source} alt={name} width={width} height={height} />
    </Box>
  )
}
