/**
 * Common passwords in lower case: those that fill leaked lists worldwide, and those common in Sweden. A word also
 * covers itself with digits and signs around it (weak-password.ts): 'sommar' covers 'Sommar2026!'. That is why some are
 * shorter than the minimum length.
 */
const words = `
000000 00000000 0000000000 010101 010203 020202 030303 098765 0987654321 100200 101010 102030 10203040 111111 1111111
11111111 111222 111222333 112112 112211 112233 11223344 1122334455 121212 12121212 121314 123000 123098 123123
12312312 123123123 123321 123321123 1234 12341234 12344321 12345 123454321 1234554321 123456 12345600 12345612 1234567
12345678 123456780 123456788 123456789 1234567890 12345678900 12345678910 123456789123 12345679 123456987 123457
123465 123654 123654789 123698 1236987 123698745 123789 123789456 124578 125401 12541254 125412 1254012540 131313
13131313 134679 134679852 135790 13579 1357913579 135246 141414 142536 142857 143143 147147 147258 147258369 147852
147852369 151515 159159 159357 159753 159951 161616 171717 181818 191919 192837 192837465 19191919 200000 201010
202020 202122 212121 222222 22222222 222333 232323 242424 246810 24681012 252525 258258 258456 262626 272727 282828
292929 303030 313131 314159 31415926 321321 321654 321654987 323232 333333 33333333 336699 343434 353535 357159 369369
369258 369258147 404040 414141 420420 424242 434343 444444 44444444 445566 454545 456123 456456 456654 456789 4567890
456852 464646 474747 484848 494949 500500 505050 515151 525252 535353 545454 555555 5555555 55555555 555666 565656
575757 585858 595959 606060 616161 626262 636363 646464 654321 654654 656565 665544 666666 6666666 66666666 667788
676767 686868 696969 69696969 707070 717171 727272 737373 741741 741852 741852963 741963 747474 753159 753951 757575
767676 777777 7777777 77777777 778899 787878 789123 789456 789456123 7894561230 789654 789789 797979 808080 818181
828282 838383 848484 852456 852852 852963 858585 868686 876543 87654321 878787 888888 88888888 888999 898989 909090
919191 929292 939393 951753 951357 951951 959595 963258 963258741 963852 963963 969696 979797 987456 987321 987654
9876543 98765432 987654321 9876543210 987987 989898 998877 999888 999999 99999999 999999999 1q2w3e 1q2w3e4r 1q2w3e4r5t
1q2w3e4r5t6y 1qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx3edc 3edc4rfv a1b2c3 a1b2c3d4 a1s2d3 a1s2d3f4 a123456 abc abc123
abc1234 abcabc abcd abcd1234 abcde abcdef abcdefg abcdefgh aa aaaa aaaaaa aaaaaaaa aaa111 aabbcc asd asdasd asdasdasd
asdf asdfasdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdfghjklö asdfghjklöä asdfjkl asdqwe asdzxc azerty azertyuiop
bbbbbb cccccc dddddd eeeeee ffffff gggggg hhhhhh iiiiii jjjjjj kkkkkk llllll mmmmmm nnnnnn oooooo pppppp qqqqqq rrrrrr
ssssss tttttt uuuuuu vvvvvv wwwwww xxxxxx yyyyyy zzzzzz lkjhgf lkjhgfdsa mnbvcx mnbvcxz poiuyt poiuytrewq öpoiuy
plmokn q1w2e3 q1w2e3r4 q1w2e3r4t5 qaz qazqaz qazwsx qazwsxedc qazxsw qpwoei qwe qweasd qweasdzxc qweqwe qweqweqwe qwer
qwert qwerty qwerty1234 qwertyu qwertyui qwertyuiop qwertyuiopå qwertz qwerasdf qweryu rewq trewq wsxedc ytrewq zaq
zaqwsx zaqxsw zxc zxcasd zxcvbn zxcv zxcvb zxcvbnm zxcvbnmasd zxczxc zaq12wsx zaq1xsw2 p4ssw0rd p4ssword pa55w0rd
pa55word passw0rd pass1word l0senord lösen0rd l0ssen access account admin administrator adminadmin agent aggies
airborne alaska alpha alphabet amanda america american anderson andrea andrew andrey angel angela angelo angels animal
anthony apollo apple apples april arsenal arthur ashley asshole august austin awesome baby babygirl babyboy bailey
banana bandit barcelona barney baseball basketball batman beautiful beaver benjamin berlin bigdaddy bigdog bigdick
bigtits billy bismillah bitch biteme blabla black blackie blessed blink blonde blowme blue boomer booboo boston
brandon brandy braves brazil bronco broncos brooklyn bubba bubbles buddy bulldog buster butter butterfly button calvin
camaro cameron canada captain carlos casper champion changeme charles charlie cheese chelsea chester chicago chicken
chocolate chris christ christian christin classic clinton cocacola coffee college compaq computer cookie cookies cool
cooper corvette cowboy cowboys creative crystal cumming dakota dallas daniel danielle darkness david december default
demo denver derrick destiny dexter diablo diamond dick doctor dolphin dolphins donald dragon dragons dreams eagle
eagles eclipse edward einstein elephant eminem empire enter explorer extreme falcon family fender ferrari ffff fish
fishing florida flower flowers fluffy football forever formula france frank franklin freddy freedom friday friend
friends fuck fucker fucking fuckme fuckoff fuckyou gandalf garfield gateway gators gemini general george giants ginger
girls gizmo godzilla goku golden golf golfer google gordon great green guest guitar gunner hacker hahaha hammer hannah
happy hardcore harley harry hawaii heather heaven hello hellohello helpme hentai hockey honda hooters horny horses
hotdog hottie hunter hunting iceman iloveu iloveyou iloveme independent india infinity internet ireland ironman jack
jackass jackie jackson jaguar james jasmine jason jasper jennifer jeremy jerome jessica jesus jesuschrist john johnny
johnson jordan joseph joshua jumper junior justice justin kawasaki kelly kevin killer king kingdom kitten kitty knight
lakers lauren legend letmein liberty lifehack lineage little liverpool login logitech london looking lord love lovely
lover loveme lovelove loveyou lucky maddog madison maggie magic manchester manager marina marine mark marlboro marley
martin marvin master mastermind matrix matthew maverick maxwell melissa member mercedes merlin metallica mexico
michael michelle michigan mickey midnight miller minecraft mine money monica monkey monster monday morgan mother
mountain muffin murphy music mustang mylove naruto nascar natasha nathan naughty ncc1701 newyork nicholas nicole
nintendo nirvana nissan nothing november oliver orange panther panties paradise parker pass passion passpass passport
password passwords patrick peaches peanut peace pepper perfect phoenix player playboy please pokemon police porsche
power precious prince princess private pumpkin purple pussy qwertyqwerty rabbit rachel raiders rainbow ranger rangers
realmadrid rebecca red redskins redsox richard robert rock rocket rocky ronaldo root rootroot rosebud roses runner
rush russia samantha sammy samson samsung sandra saturn scooby scooter scorpio scorpion scott secret secrets security
server service sexy shadow shannon shaved shelby sierra silver simple simpson skippy slayer slipknot smokey snoopy
soccer sophie spanky sparky spider spiderman spirit sports spring stars starwars startrek steelers stella steven
sticky strawberry stupid success suckit summer summertime sunday sunflower sunshine super superman superstar support
supreme surfer swordfish sydney sweet sweetheart system target taylor teacher temp temporary tennis teresa test tester
testing testtest thomas thunder tiger tigers tigger tinkerbell topgun toyota travis trinity trouble trustno trustno1
tucker turtle twitter united unknown user username vampire vanessa victor victoria viking vikings voodoo voyager
walter warrior welcome whatever white wicked william willow wilson windows winner winston winter wizard wolf wolverine
wolves xbox yamaha yankee yankees yellow younger zachary zombie hej hejhej hejhejhej hejhopp hejsan hejsanhejsan hejdå
hejpådig hejpadig hallå halla hallåhallå tjena tjenare tjabba tjohej tjosan morsning godmorgon godnatt godis godisgris
lösen losen lösenord losenord lösenordet losenordet mittlösenord mittlosenord nyttlösenord lösenordlösenord nyckel
nyckeln nyckelord inloggning loggain logga hemlig hemligt hemlighet hemligheten supertrygg trygg trygghet säkerhet
sakerhet väktare vaktare väktaren grannsamverkan granne grannar grannskap område portkod portkoden dörren hemma hemmet
huset lägenhet lagenhet välkommen valkommen kompis kompisar bästis bastis polare vänner vanner kärlek karlek kärleken
älskar alskar älskling alskling jagälskardig jagalskardig älskardig alskardig puss pusspuss pussgurka gumman gubben
gullet gulle hjärta hjarta hjärtat solsken solskenet sol solen sola måne månen manen stjärna stjarna stjärnan stjärnor
blomma blommor blomman ros rosor rosen sommar sommaren sommarlov sommartid sommarstuga höst host hösten vinter vintern
vår våren varen midsommar julafton julen jultomten tomte tomten tomtenisse påsk påsken lucia advent nyår januari
februari mars maj juni juli augusti september oktober måndag mandag tisdag onsdag torsdag fredag fredagsmys lördag
lordag söndag sondag semester semestern helg helgen mamma mammamia mammas pappa pappas mormor morfar farmor farfar
syster syrran brorsan broder familj familjen barnen bebis sonen dottern prinsessa prinsessan prins prinsen kung kungen
drottning katt katten kattunge kisse kissekatt kissen missan misse hund hunden hundar valp valpen vovve vovven häst
hasten hästen hästar hastar ponny ponnyn kanin kaninen marsvin hamster fågel fagel fågeln fisk fisken fiskar fiska
björn bjorn björnen varg vargen räv räven älg älgen lejon lejonet delfin delfinen apa apan kossa kossan gris grisen
groda ekorre igelkott fjäril fjaril nyckelpiga bulle bullar kanelbulle kaffe kaffet kaka kakan choklad glass glassen
banan äpple äpplen jordgubbe jordgubbar hallon blåbär blabar potatis köttbullar kottbullar korv korven pannkaka
pannkakor smörgås smorgas macka pizza hamburgare godisgodis fotboll fotbollen ishockey innebandy handboll bandy golfen
ridning skidor skridskor sverige svensk svenska svenskar svenne vikingen tretton fjorton femton tjugo hundra tusen
ettvåtre ettvatre stockholm stockholmare göteborg goteborg malmö malmo uppsala västerås vasteras örebro orebro
linköping linkoping norrköping norrkoping helsingborg jönköping jonkoping umeå umea lund borås boras eskilstuna gävle
gavle södertälje sodertalje karlstad halmstad växjö vaxjo sundsvall luleå lulea kalmar kiruna visby gotland öland
skåne skane dalarna småland smaland norrland jämtland värmland varmland södermalm sodermalm söder soder östermalm
kungsholmen vasastan norrmalm gamlastan älvsjö alvsjo älvsjöstation solberga långbro langbro örby orby liseberg
herrängen herrangen hagsätra hagsatra rågsved ragsved högdalen hogdalen bandhagen farsta enskede årsta arsta
gullmarsplan globen liljeholmen telefonplan hägersten hagersten aspudden fruängen fruangen bredäng skärholmen
skarholmen huddinge stuvsta segeltorp botkyrka tumba nacka tyresö haninge bromma vällingby vallingby spånga kista
rinkeby tensta solna sundbyberg hammarby hammarbyif bajen bajare djurgården djurgarden djurgår dif aik aiksolna gnaget
frölunda frolunda ifkgöteborg ifkgoteborg blåvitt blavitt malmöff malmoff brynäs brynas modo färjestad farjestad
leksand luleåhockey elfsborg häcken hacken zlatan ibrahimovic foppa forsberg sudden sundin lidström volvo saab scania
ikea spotify abba roxette pippi pippilångstrump pippilangstrump emil emililönneberga bamse skalman kallekula kalleanka
karlsson ronja bullerbyn astrid carlgustaf silvia madeleine anna anders andreas alexander alexandra alice alva anton
arvid axel agnes albin alfred amalia anette anita annika barbro bengt berit bertil birgitta björne bo britt camilla
carina carl caroline cecilia christer christina clara dag ebba edvin elias elin elina elisabeth ella ellen elsa emelia
emelie emilia emma erik erika eva evelina felicia felix filip filippa fredrik freja frida gabriel gustav gunilla
gunnar göran goran hampus hanna hannes hans helena henrik hugo håkan hakan ida inger ingrid isabella isabelle isak
jakob jan jenny jens jesper joakim johan johanna johannes jonas jonathan josefin josefine julia kajsa karin karl
karolina katarina kent kerstin klara kristina kristoffer lars lasse leif lena leo linda linnea linnéa linus lisa liam
louise lovisa lucas lukas ludvig maja malin marcus margareta maria marie markus martina mathias mats mattias max
mikael mia micke moa molly mona monika my märta nathalie nellie nicklas niklas nils nina noah nora olivia olle olof
oscar oskar otto patrik per pernilla peter petra petter pia rasmus rebecka rikard robin roger roland rolf rut sanna
sara sebastian simon siv sofia sofie stefan sten stig stina sune susanne sven therese tilda tim tobias tommy tomas
torbjörn torsten tova tove tuva ulf ulla ulrika urban vera viktor viktoria vilma viola wilma wilhelm ylva åke åsa
ängel ängeln örjan
`

export const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/))
