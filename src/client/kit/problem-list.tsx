import { css } from 'styled-system/css'

/** What is wrong, a line for each field (spec 8, create validation errors). */
export function ProblemList({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={list}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

const list = css({ paddingLeft: '5', listStyle: 'disc', '& > li': { marginTop: '1' } })
