import Foundation

/// Names of languages, as some programs and many readers write them.
enum LanguageName {
    /// The BCP 47 code for a name in English, in the languages of the program or in the language
    /// itself, ignoring case and accents; nil for all others.
    static func code(of name: String) -> String? {
        name.utf8.count <= longest ? codes[key(name)] : nil
    }

    /// Longer than any name; in bytes.
    private static let longest = 100

    private static func key(_ name: String) -> String {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !$0.isLetter }.joined(separator: " ")
    }

    private static let codes = Dictionary(
        all.map { (key($0.name), $0.code) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Every name with its code.
    static let all: [(name: String, code: String)] = lines.split(separator: "\n").flatMap { line in
        let code = line.prefix { $0 != " " }
        return line.dropFirst(code.count).split(separator: ",").map { name in
            (name.trimmed, String(code))
        }
    }

    /// Each line has a code, and the names of the language.
    private static let lines = """
        af Afrikaans
        am Amharic, አማርኛ
        an Aragonese, Aragonés
        ar Arabic, Arabisch, Árabe, Arabe, العربية
        as Assamese, অসমীয়া
        ast Asturian, Asturianu
        az Azerbaijani, Azərbaycanca
        be Belarusian, Беларуская
        bg Bulgarian, Bulgarisch, Búlgaro, Bulgare, Български
        bn Bengali, Bengalisch, Bengalí, বাংলা
        bo Tibetan, བོད་སྐད་
        br Breton, Bretonisch, Bretón, Brezhoneg
        bs Bosnian, Bosanski
        ca Catalan, Katalanisch, Catalán, Català
        ceb Cebuano
        co Corsican, Corsu
        cop Coptic
        cs Czech, Tschechisch, Checo, Tchèque, Čeština
        cu Church Slavonic, Old Church Slavonic, Church Slavic
        cy Welsh, Walisisch, Galés, Gallois, Cymraeg
        da Danish, Dänisch, Danés, Danois, Dansk
        de German, Deutsch, Alemán, Allemand
        dv Divehi, Dhivehi
        el Greek, Griechisch, Griego, Grec, Ελληνικά, Modern Greek
        en English, Englisch, Inglés, Anglais
        eo Esperanto, Espéranto
        es Spanish, Spanisch, Español, Espagnol, Castellano, Castilian
        et Estonian, Estnisch, Estonio, Estonien, Eesti
        eu Basque, Baskisch, Euskera, Euskara
        fa Persian, Persisch, Persa, Persan, فارسی, Farsi
        fi Finnish, Finnisch, Finés, Finnois, Suomi
        fil Filipino
        fo Faroese, Føroyskt
        fr French, Französisch, Francés, Français
        frr North Frisian
        fy Frisian, West Frisian, Frysk
        ga Irish, Irisch, Irlandés, Irlandais, Gaeilge
        gd Scottish Gaelic, Schottisch-Gälisch, Gaélico escocés, Gaélique écossais, Gàidhlig
        gl Galician, Galicisch, Gallego, Galicien, Galego
        got Gothic
        grc Ancient Greek, Classical Greek
        gsw Swiss German, Alemannic, Schweizerdeutsch, Schwiizerdütsch
        gu Gujarati, ગુજરાતી
        gv Manx, Gaelg
        ha Hausa
        haw Hawaiian
        he Hebrew, Hebräisch, Hebreo, Hébreu, עברית
        hi Hindi, हिन्दी
        hr Croatian, Kroatisch, Croata, Croate, Hrvatski
        hsb Upper Sorbian, Hornjoserbšćina
        ht Haitian Creole, Haitian, Kreyòl Ayisyen
        hu Hungarian, Ungarisch, Húngaro, Hongrois, Magyar
        hy Armenian, Հայերեն
        ia Interlingua
        id Indonesian, Indonesisch, Indonesio, Indonésien, Bahasa Indonesia
        ig Igbo
        is Icelandic, Isländisch, Islandés, Islandais, Íslenska
        it Italian, Italienisch, Italiano, Italien
        ja Japanese, Japanisch, Japonés, Japonais, 日本語
        jv Javanese
        ka Georgian, Georgisch, Georgiano, Géorgien, ქართული
        kk Kazakh, Қазақша
        kl Greenlandic, Kalaallisut
        km Khmer, ខ្មែរ
        kn Kannada, ಕನ್ನಡ
        ko Korean, Koreanisch, Coreano, Coréen, 한국어
        ku Kurdish, Kurdî
        kw Cornish, Kernewek
        ky Kyrgyz, Кыргызча
        la Latin, Latein, Latín, Latina
        lb Luxembourgish, Lëtzebuergesch
        lo Lao, ລາວ
        lt Lithuanian, Litauisch, Lituano, Lituanien, Lietuvių
        lv Latvian, Lettisch, Letón, Letton, Latviešu
        mi Māori
        mk Macedonian, Македонски
        ml Malayalam, മലയാളം
        mn Mongolian, Монгол
        mr Marathi, मराठी
        ms Malay, Bahasa Melayu
        mt Maltese, Malti
        my Burmese, မြန်မာ
        nb Bokmål, Norwegian Bokmål, Norsk bokmål
        nds Low German, Plattdeutsch, Plattdüütsch
        ne Nepali, नेपाली
        nl Dutch, Niederländisch, Neerlandés, Néerlandais, Nederlands, Flemish, Holländisch
        nn Nynorsk, Norwegian Nynorsk, Norsk nynorsk
        no Norwegian, Norwegisch, Noruego, Norvégien, Norsk
        non Old Norse
        nv Navajo
        oc Occitan, Okzitanisch, Occitano
        or Odia, Oriya, ଓଡ଼ିଆ
        pa Punjabi, Panjabi, ਪੰਜਾਬੀ
        pi Pali
        pl Polish, Polnisch, Polaco, Polonais, Polski
        ps Pashto, پښتو
        pt Portuguese, Portugiesisch, Portugués, Portugais, Português
        qu Quechua
        rm Romansh, Rumantsch
        ro Romanian, Rumänisch, Rumano, Roumain, Română
        ru Russian, Russisch, Ruso, Russe, Русский
        sa Sanskrit, संस्कृतम्
        sc Sardinian, Sardu
        scn Sicilian, Sicilianu
        sco Scots
        se Northern Sami
        si Sinhala, සිංහල
        sk Slovak, Slowakisch, Eslovaco, Slovaque, Slovenčina
        sl Slovenian, Slowenisch, Esloveno, Slovène, Slovenščina
        so Somali
        sq Albanian, Shqip
        sr Serbian, Serbisch, Serbio, Serbe, Српски, Srpski
        su Sundanese
        sv Swedish, Schwedisch, Sueco, Suédois, Svenska
        sw Swahili, Kiswahili
        ta Tamil, தமிழ்
        te Telugu, తెలుగు
        tg Tajik, Тоҷикӣ
        th Thai, Tailandés, Thaï, ไทย
        tk Turkmen
        tl Tagalog
        tr Turkish, Türkisch, Turco, Turc, Türkçe
        tt Tatar
        ug Uyghur
        uk Ukrainian, Ukrainisch, Ucraniano, Ukrainien, Українська
        ur Urdu, اردو
        uz Uzbek
        vi Vietnamese, Vietnamesisch, Vietnamita, Vietnamien, Tiếng Việt
        wa Walloon
        wo Wolof
        xh Xhosa
        yi Yiddish, Jiddisch, Yidis, ייִדיש
        yo Yoruba
        zh Chinese, Chinesisch, Chino, Chinois, 中文, 汉语, 漢語
        zu Zulu
        """
}
