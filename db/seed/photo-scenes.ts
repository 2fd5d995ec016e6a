/**
 * Drawn pictures for the demo's companies, since we have no photographs to publish. Colours are literal and not of a
 * theme.
 */

const size = 'viewBox="0 0 1280 960" width="1280" height="960" xmlns="http://www.w3.org/2000/svg"'

/** A freshly cleaned room. */
const cleanRoom = `<svg ${size}>
  <rect width="1280" height="960" fill="#f1e6d4"/>
  <path fill="#c98f5a" d="M0 690h1280v270H0z"/>
  <path stroke="#b57d4a" stroke-width="5" d="M0 780h1280M0 870h1280M210 690l-60 270M520 690l-20 270M790 690l20 270M1090 690l70 270"/>
  <path fill="#fff8ea" d="M0 664h1280v26H0z"/>
  <path fill="#fbfdff" d="M150 110h420v430H150z"/>
  <path fill="#a9d3ea" d="M176 136h172v378H176zM372 136h172v378H372z"/>
  <path fill="#6f9f78" d="M176 430q70-60 172-20v104H176zM372 414q90-50 172 16v84H372z"/>
  <path fill="#e9d6b8" d="M120 540h480v28H120z"/>
  <path fill="#ffe9b0" opacity=".5" d="M210 700h330l190 260H260z"/>
  <path fill="#7c4f33" d="M222 540v-44h66v44z"/>
  <path fill="#4f8a5f" d="M255 500q-60-70-46-124 46 30 46 124 0-110 44-140 22 60-44 140z"/>
  <path fill="#31594d" d="M760 470q0-40 40-40h330q40 0 40 40v140H760z"/>
  <path fill="#3d6d5f" d="M730 560q0-36 36-36t36 36v44h326v-44q0-36 36-36t36 36v120H730z"/>
  <path fill="#6b4a35" d="M756 680h34v34h-34zM1140 680h34v34h-34z"/>
  <path fill="#f3c77c" d="M850 470h92l-12 92h-92z"/>
  <path stroke="#8a5a36" stroke-width="16" stroke-linecap="round" d="M678 250l-76 500"/>
  <path fill="#e9eef1" d="M540 742h120l26 84q-90 26-176 0z"/>
  <path stroke="#c9d3d9" stroke-width="6" d="M560 748l-18 76M590 748l-6 82M620 748l6 82M646 748l18 76"/>
  <path fill="#2f6f94" d="M760 716h180l-22 168H782z"/>
  <path fill="#8fc7e6" d="M760 716h180l-4 30H764z"/>
  <path fill="none" stroke="#1f4b66" stroke-width="9" d="M764 722q86-130 172 0"/>
  <path fill="#fff" d="M1000 250l10 28 28 10-28 10-10 28-10-28-28-10 28-10zM1110 350l7 19 19 7-19 7-7 19-7-19-19-7 19-7z"/>
</svg>`

/** The cleaners' cargo bicycle in front of a house. */
const cargoBike = `<svg ${size}>
  <rect width="1280" height="960" fill="#cfe6f0"/>
  <circle cx="1040" cy="190" r="84" fill="#ffe3a1"/>
  <path fill="#a9c9a4" d="M0 560q320-130 640-40t640-30v200H0z"/>
  <path fill="#b4472f" d="M170 260h520v420H170z"/>
  <path fill="#6b3425" d="M130 280l300-190 300 190z"/>
  <path fill="#8f3826" d="M690 280h40v400h-40z"/>
  <path fill="#fdf7ea" d="M240 340h120v130H240zM500 340h120v130H500zM372 500h120v180H372z"/>
  <path fill="#f6c96d" d="M254 354h92v102h-92zM514 354h92v102h-92z"/>
  <path stroke="#fdf7ea" stroke-width="10" d="M300 340v130M240 405h120M560 340v130M500 405h120"/>
  <path fill="#2f5d50" d="M388 516h88v164h-88z"/>
  <path fill="#4f8a5f" d="M60 690q0-110 90-110t90 110zM700 690q10-90 100-90t96 90z"/>
  <path fill="#d9cdb9" d="M0 680h1280v280H0z"/>
  <path stroke="#c5b69c" stroke-width="6" d="M0 760h1280"/>
  <g fill="none" stroke="#26343a" stroke-width="14"><circle cx="500" cy="800" r="92"/><circle cx="960" cy="800" r="92"/></g>
  <g fill="none" stroke="#8fa0a6" stroke-width="3"><path d="M500 708v184M408 800h184M435 735l130 130M565 735L435 865M960 708v184M868 800h184M895 735l130 130M1025 735L895 865"/></g>
  <path fill="none" stroke="#c2402c" stroke-width="16" stroke-linejoin="round" stroke-linecap="round" d="M500 800l70-160 150 160 110-150M570 640h250M720 800h240M500 800h220M548 640l-20-40M500 600h62"/>
  <path fill="#26343a" d="M470 590h96v22h-96z"/>
  <path fill="none" stroke="#26343a" stroke-width="12" stroke-linecap="round" d="M830 650l-10-70h-60"/>
  <path fill="#2f6f94" d="M850 610h260l-24 150H874z"/>
  <path fill="#8fc7e6" d="M850 610h260l-5 28H855z"/>
  <g stroke-linecap="round" stroke-width="13"><path stroke="#e0b26c" d="M910 610l-20-150M1000 610l16-170M1060 610l36-120"/></g>
  <path fill="#f3c77c" d="M862 440h56l8 40h-60z"/>
  <path fill="#e9eef1" d="M986 396h60l12 62h-80z"/>
  <path fill="#6fae7d" d="M1070 470h60l-8 40h-58z"/>
</svg>`

/** A window that is half cleaned. */
const cleanWindow = `<svg ${size}>
  <rect width="1280" height="960" fill="#e7dcc8"/>
  <path fill="#fffdf6" d="M210 70h860v760H210z"/>
  <path fill="#9fd0ea" d="M260 120h360v660H260zM660 120h360v660H660z"/>
  <path fill="#eaf6fc" d="M300 150q70-34 130 6 80-30 110 40-120 30-240 0zM760 210q60-40 130 0 70-10 90 40-120 24-220 0z"/>
  <path fill="#7aa97f" d="M260 640q120-90 220-50t140 10v180H260zM660 600q140 40 200-20t160 40v160H660z"/>
  <path fill="#b4472f" d="M450 600h130v110H450z"/><path fill="#6b3425" d="M434 606l81-64 81 64z"/>
  <path fill="#b9b3a6" opacity=".45" d="M660 120h360v470q-90 60-180 10t-180 20z"/>
  <path fill="#fff" opacity=".75" d="M300 190l70-40-60 330-40 40zM420 160l26-16-90 520-30 34z"/>
  <g fill="#dfeef5"><circle cx="730" cy="640" r="16"/><circle cx="790" cy="668" r="11"/><circle cx="880" cy="640" r="18"/><circle cx="950" cy="660" r="12"/></g>
  <path fill="#26343a" d="M668 590h344v26H668z"/>
  <path fill="#2f6f94" d="M690 560h300v34H690z"/>
  <path stroke="#e0a64e" stroke-width="34" stroke-linecap="round" d="M842 580l70 250"/>
  <path fill="#e4ae86" d="M872 770q40-34 76 4l60 190H900z"/>
  <path fill="#31594d" d="M906 850l84-26 60 136H920z"/>
  <path fill="#d9c7a8" d="M170 820h940v46H170z"/>
  <path fill="#b98c60" d="M300 740h110l-14 84h-82z"/>
  <path fill="#4f8a5f" d="M355 744q-70-60-56-130 50 20 56 130 6-120 62-146 12 80-62 146z"/>
</svg>`

export const photoScenes = { cleanRoom, cargoBike, cleanWindow }
