import { expect, test } from 'vitest'
import { readStylesheet, rulesFor, whatIsIn } from './rules-of-page.server'

const html =
  '<html><body><p class="lead sm:hidden [&amp;&gt;a]:link not-has-[&gt;section]:pb-12"><a class="a b"></a></p></body></html>'
const chosen = (css: string) => rulesFor(whatIsIn(html), readStylesheet(css))

test.each([
  ['a class of the page', '.lead{color:red}'],
  ['an element of the page', 'p a{color:red}'],
  ['two classes of one element', '.a.b:hover::before{color:red}'],
  ['a name with signs in it', '.sm\\:hidden{display:none}'],
  ['a name with entities in it', '.\\[\\&\\>a\\]\\:link>a{color:red}'],
  ['a name with an element in it that the page lacks', '.not-has-\\[\\>section\\]\\:pb-12:not(:has(>section)){top:0}'],
  ['everything', '*,:before{margin:0}'],
  ['what is hidden', '[hidden]:where(:not([hidden=until-found])){display:none}'],
  ['one of several, which is not known', ':is(.gone,.lead){color:red}'],
  ['what an element must not be', 'p:not(.gone){color:red}'],
  ['what is said of an attribute', 'p[data-x=".gone"]{color:red}'],
  ['a statement', '@layer theme,base;'],
  ['a font', '@font-face{font-family:X;src:url("x;y}.woff2")}'],
  ['a rule inside a condition', '@layer base{@media (width>=40rem){.lead{color:red}}}'],
  ['a rule with others in it', '.lead{&:hover{color:red}@media (hover:hover){color:blue}}'],
])('keeps %s', (_, css) => {
  expect(chosen(css)).toBe(css)
})

test.each([
  ['another class', '.gone{color:red}', ''],
  ['another element', 'table .lead{color:red}', ''],
  ['one selector of two', '.gone,.lead{color:red}', '.lead{color:red}'],
  ['a class that another begins with', '.sm\\:hide{color:red}', ''],
  ['a condition that has nothing left in it', '@media print{.gone{color:red}}', ''],
  ['a comment', '/* a } */.lead{color:red}', '.lead{color:red}'],
  [
    'a movement that nothing names',
    '@keyframes turn{to{rotate:1turn}}.lead{animation:rise 1s}',
    '.lead{animation:rise 1s}',
  ],
])('leaves out %s', (_, css, left) => {
  expect(chosen(css)).toBe(left)
})

test('keeps keyframes and properties that a kept rule names, in order', () => {
  const css = '@property --turn{syntax:"*";inherits:false}.lead{animation:rise var(--turn)}@keyframes rise{to{top:0}}'
  expect(chosen(css)).toBe(css)
})
