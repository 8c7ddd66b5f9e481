import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../testing/render-page.tsx'
import { ImageField } from './image-field.tsx'

const picture = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })

function Cover() {
  const [image, setImage] = useState<File | null>(null)
  return (
    <>
      <ImageField
        label="Cover"
        chooseLabel="Choose"
        replaceLabel="Replace"
        removeLabel="Remove"
        maxMb={1}
        keptUrl={null}
        image={image}
        onChange={setImage}
      />
      <output data-testid="chosen">{image?.name ?? 'none'}</output>
    </>
  )
}

test('an image over the limit is dropped with a toast, and the image that was chosen before stays', async () => {
  await renderPage(<Cover />)
  const field = page.getByLabelText('Cover', { exact: true })
  await field.upload(picture('small.png', 1_048_576))
  await expect.element(page.getByTestId('chosen')).toHaveTextContent('small.png')
  await field.upload(picture('large.png', 1_572_864))
  await expect.element(page.getByText('File is too large (1.5 MB)')).toBeVisible()
  await expect.element(page.getByText(/File size should be less than 1 MB/)).toBeVisible()
  await expect.element(page.getByTestId('chosen')).toHaveTextContent('small.png')
})
