import { expect, test } from 'vitest'
import { readStylesheet, rulesFor, whatIsIn } from './rules-of-page.server'

const html =
  '<html><body><p class="lead sm:hidden [&amp;&gt;a]:link not-has-[&gt;section]:pb-12"><a class="a b"></a></p></body></html>'
const chosen = (css: string) => rulesFor(whatIsIn(html), readStylesheet(css))

test.each([
  ['a class that the page uses', '.lead{color:red}'],
  ['an element that the page has', 'p a{color:red}'],
  ['two classes of one element', '.a.b:hover::before{color:red}'],
  ['a class name with escaped characters', '.sm\\:hidden{display:none}'],
  ['a class name with characters that HTML escapes', '.\\[\\&\\>a\\]\\:link>a{color:red}'],
  [
    'a class name that mentions an element that the page lacks',
    '.not-has-\\[\\>section\\]\\:pb-12:not(:has(>section)){top:0}',
  ],
  ['the universal selector', '*,:before{margin:0}'],
  ['a selector for hidden elements', '[hidden]:where(:not([hidden=until-found])){display:none}'],
  ['a list in :is() of which one class is used', ':is(.gone,.lead){color:red}'],
  ['an unused class in :not()', 'p:not(.gone){color:red}'],
  ['an attribute value that looks like a class', 'p[data-x=".gone"]{color:red}'],
  ['an at-rule without a block', '@layer theme,base;'],
  ['a font face', '@font-face{font-family:X;src:url("x;y}.woff2")}'],
  ['a rule inside a condition', '@layer base{@media (width>=40rem){.lead{color:red}}}'],
  ['a rule with nested rules', '.lead{&:hover{color:red}@media (hover:hover){color:blue}}'],
])('keeps %s', (_, css) => {
  expect(chosen(css)).toBe(css)
})

test.each([
  ['a class that the page lacks', '.gone{color:red}', ''],
  ['an element that the page lacks', 'table .lead{color:red}', ''],
  ['the unused one of two selectors', '.gone,.lead{color:red}', '.lead{color:red}'],
  ['a class that is a prefix of a used one', '.sm\\:hide{color:red}', ''],
  ['a condition that has become empty', '@media print{.gone{color:red}}', ''],
  ['a comment', '/* a } */.lead{color:red}', '.lead{color:red}'],
  [
    'an animation that no rule names',
    '@keyframes turn{to{rotate:1turn}}.lead{animation:rise 1s}',
    '.lead{animation:rise 1s}',
  ],
])('leaves out what is not used: %s', (_, css, left) => {
  expect(chosen(css)).toBe(left)
})

test('keeps keyframes and properties that a kept rule names, in order', () => {
  const css = '@property --turn{syntax:"*";inherits:false}.lead{animation:rise var(--turn)}@keyframes rise{to{top:0}}'
  expect(chosen(css)).toBe(css)
})
