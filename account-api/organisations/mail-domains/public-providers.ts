/** Mail domains where anyone can get an address, so no organisation may let people join by one of them. */
export const publicProviders: ReadonlySet<string> = new Set(
  `
  126.com 139.com 163.com 163.net 188.com 189.cn 21cn.com 263.net aliyun.com eyou.com foxmail.com qq.com sina.cn
  sina.com sina.com.cn sogou.com sohu.com tom.com vip.126.com vip.163.com vip.188.com vip.qq.com vip.sina.com
  vip.sohu.com wo.cn yeah.net

  gmail.com googlemail.com hotmail.com hotmail.co.uk hotmail.de hotmail.es hotmail.fr hotmail.it live.cn live.co.uk
  live.com live.fr live.nl msn.com outlook.com outlook.de outlook.es outlook.fr outlook.jp passport.com windowslive.com
  icloud.com mac.com me.com privaterelay.appleid.com
  aim.com aol.com myyahoo.com rocketmail.com yahoo.ca yahoo.cn yahoo.co.id yahoo.co.in yahoo.co.jp yahoo.co.uk
  yahoo.com yahoo.com.au yahoo.com.br yahoo.com.cn yahoo.com.hk yahoo.com.sg yahoo.com.tw yahoo.com.vn yahoo.de
  yahoo.es yahoo.fr yahoo.in yahoo.it ymail.com

  fastmail.com fastmail.fm hey.com hushmail.com mail.com mailbox.org mailfence.com pm.me posteo.de posteo.net
  proton.me protonmail.ch protonmail.com runbox.com tuta.com tuta.io tutamail.com tutanota.com tutanota.de zoho.com
  zohomail.com
  duck.com mozmail.com simplelogin.com

  a1.net arcor.de bigpond.com bluewin.ch bol.com.br bt.com btinternet.com comcast.net cox.net daum.net docomo.ne.jp
  earthlink.net email.cz email.de ezweb.ne.jp free.fr freenet.de gmx.at gmx.ch gmx.com gmx.de gmx.net hanmail.net
  hinet.net i.ua interia.pl kakao.com laposte.net libero.it mail.ee mail.ru bk.ru inbox.ru internet.ru list.ru naver.com
  netvigator.com nate.com o2.pl online.de optusnet.com.au orange.fr pchome.com.tw rambler.ru rediffmail.com
  sbcglobal.net seznam.cz sfr.fr singnet.com.sg sky.com softbank.ne.jp t-online.de telia.com terra.com.br tim.it
  tiscali.it ukr.net uol.com.br verizon.net virgilio.it virginmedia.com wanadoo.fr web.de wp.pl xs4all.nl xtra.co.nz
  yandex.com yandex.ru ya.ru ziggo.nl

  10minutemail.com grr.la guerrillamail.com mailinator.com maildrop.cc sharklasers.com temp-mail.org trashmail.com
  yopmail.com
  `
    .trim()
    .split(/\s+/),
)
