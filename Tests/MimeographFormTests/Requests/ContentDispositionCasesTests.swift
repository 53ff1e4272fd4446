import Mimeograph
import MimeographForm
import Testing

/// Fields that browsers and other parsers are tested with.
///
/// Source of the cases with a name: Julian Reschke, "Test Cases for HTTP Content-Disposition header field (RFC 6266) and the
/// Encodings defined in RFCs 2047, 2231 and 5987", greenbytes.de/tech/tc2231. Source of the other cases: Firefox,
/// netwerk/test/unit/test_MIME_params.js; jshttp/content-disposition, src/parse.spec.ts.
@Suite struct ContentDispositionCasesTests {
    /// A field, and the file name in it.
    struct Case: Sendable, CustomStringConvertible {
        var name: String
        var field: String
        var fileName: String?

        init(_ name: String, _ field: String, _ fileName: String?) {
            (self.name, self.field, self.fileName) = (name, field, fileName)
        }

        var description: String { "\(name): \(field)" }

        /// The type, which is the token before the first semicolon.
        var type: String { field.prefix { $0 != ";" }.lowercased() }
    }

    private func check(_ sample: Case, _ type: String) throws {
        let disposition = try #require(ContentDisposition(parsing: sample.field))
        #expect(disposition == ContentDisposition(type: type, name: disposition.name, fileName: sample.fileName))
    }

    /// RFC 6266 allows these fields, so there is one right result.
    @Test(arguments: [
        Case("inlonly", "inline", nil), Case("inlwithasciifilename", #"inline; filename="foo.html""#, "foo.html"),
        Case("inlwithfnattach", #"inline; filename="Not an attachment!""#, "Not an attachment!"),
        Case("inlwithasciifilenamepdf", #"inline; filename="foo.pdf""#, "foo.pdf"),
        Case("attonly", "attachment", nil), Case("attonlyucase", "ATTACHMENT", nil),
        Case("attwithasciifilename", #"attachment; filename="foo.html""#, "foo.html"),
        Case(
            "attwithasciifilename25",
            #"attachment; filename="0000000000111111111122222""#,
            "0000000000111111111122222"
        ),
        Case(
            "attwithasciifilename35",
            #"attachment; filename="00000000001111111111222222222233333""#,
            "00000000001111111111222222222233333"
        ), Case("attwithasciifnescapedchar", #"attachment; filename="f\oo.html""#, "foo.html"),
        Case(
            "attwithasciifnescapedquote",
            #"attachment; filename="\"quoting\" tested.html""#,
            #""quoting" tested.html"#
        ),
        Case("attwithquotedsemicolon", #"attachment; filename="Here's a semicolon;.html""#, "Here's a semicolon;.html"),
        Case("attwithfilenameandextparam", #"attachment; foo="bar"; filename="foo.html""#, "foo.html"),
        Case("attwithfilenameandextparamescaped", #"attachment; foo="\"\\";filename="foo.html""#, "foo.html"),
        Case("attwithasciifilenameucase", #"attachment; FILENAME="foo.html""#, "foo.html"),
        Case("attwithasciifilenamenq", "attachment; filename=foo.html", "foo.html"),
        Case("attwithfntokensq", "attachment; filename='foo.bar'", "'foo.bar'"),
        Case("attwithisofnplain", #"attachment; filename="foo-ä.html""#, "foo-ä.html"),
        Case("attwithutf8fnplain", #"attachment; filename="foo-Ã¤.html""#, "foo-Ã¤.html"),
        Case("attwithfnrawpctenca", #"attachment; filename="foo-%41.html""#, "foo-%41.html"),
        Case("attwithfnusingpct", #"attachment; filename="50%.html""#, "50%.html"),
        Case("attwithfnrawpctencaq", #"attachment; filename="foo-%\41.html""#, "foo-%41.html"),
        Case("attwithnamepct", #"attachment; name="foo-%41.html""#, nil),
        Case("attwithfilenamepctandiso", #"attachment; filename="ä-%41.html""#, "ä-%41.html"),
        Case(
            "attwithfnrawpctenclong",
            #"attachment; filename="foo-%c3%a4-%e2%82%ac.html""#,
            "foo-%c3%a4-%e2%82%ac.html"
        ), Case("attwithasciifilenamews1", #"attachment; filename ="foo.html""#, "foo.html"),
        Case("attconfusedparam", "attachment; xfilename=foo.html", nil),
        Case("attabspath", #"attachment; filename="/foo.html""#, "/foo.html"),
        Case("attabspathwin", #"attachment; filename="\\foo.html""#, #"\foo.html"#),
        Case("attcdate", #"attachment; creation-date="Wed, 12 Feb 1997 16:29:51 -0500""#, nil),
        Case("attmdate", #"attachment; modification-date="Wed, 12 Feb 1997 16:29:51 -0500""#, nil),
        Case("dispext", "foobar", nil), Case("dispextbadfn", #"attachment; example="filename=example.txt""#, nil),
        Case("attwithisofn2231iso", "attachment; filename*=iso-8859-1''foo-%E4.html", "foo-ä.html"),
        Case("attwithfn2231utf8", "attachment; filename*=UTF-8''foo-%c3%a4-%e2%82%ac.html", "foo-ä-€.html"),
        Case("attwithfn2231utf8comp", "attachment; filename*=UTF-8''foo-a%cc%88.html", "foo-a\u{308}.html"),
        Case("attwithfn2231ws2", "attachment; filename*= UTF-8''foo-%c3%a4.html", "foo-ä.html"),
        Case("attwithfn2231ws3", "attachment; filename* =UTF-8''foo-%c3%a4.html", "foo-ä.html"),
        Case("attwithfn2231dpct", "attachment; filename*=UTF-8''A-%2541.html", "A-%41.html"),
        Case("attwithfn2231abspathdisguised", "attachment; filename*=UTF-8''%5cfoo.html", #"\foo.html"#),
        Case("attfnboth", #"attachment; filename="foo-ae.html"; filename*=UTF-8''foo-%c3%a4.html"#, "foo-ä.html"),
        Case("attfnboth2", #"attachment; filename*=UTF-8''foo-%c3%a4.html; filename="foo-ae.html""#, "foo-ä.html"),
        Case(
            "attfnboth3",
            "attachment; filename*0*=ISO-8859-15''euro-sign%3d%a4; filename*=ISO-8859-1''currency-sign%3d%a4",
            "currency-sign=¤"
        ), Case("attnewandfn", #"attachment; foobar=x; filename="foo.html""#, "foo.html"),
        Case(
            "attrfc2047quoted",
            #"attachment; filename="=?ISO-8859-1?Q?foo-=E4.html?=""#,
            "=?ISO-8859-1?Q?foo-=E4.html?="
        ),
        Case("Firefox", "attachment; filename*=UTF-8''extended; filename=basic", "extended"),
        Case("Firefox", "attachment; filename=basic; filename*=UTF-8''extended", "extended"),
        Case("Firefox", #"attachment; filename="\"""#, #"""#),
        Case("Firefox", #"attachment; filename="a\"b""#, #"a"b"#),
        Case("Firefox", #"attachment; filename="""#, ""),
        Case("Firefox", "attachment; filename = foo-A.html", "foo-A.html"),
        Case("Firefox", "attachment; filename*=ISO-8859-1''%c3%a4", "Ã¤"),
        Case("Firefox", "attachment; filename*=UTF-8''%c2%a3%20and%20%e2%82%ac%20rates", "£ and € rates"),
        Case("jshttp", "attachment; filename*=UTF-8'en'%E2%82%AC%20rates.pdf", "€ rates.pdf"),
        Case("jshttp", "attachment; filename*=ISO-8859-1''ABC.pdf", "ABC.pdf"),
        Case("jshttp", "attachment;filename=\"plans.pdf\" \t;    \t\t foo=bar", "plans.pdf"),
    ])
    func readsValidFields(_ sample: Case) throws { try check(sample, sample.type) }

    /// `filename*` does not count if RFC 8187 forbids its value. Then `filename` is the file name, if there is one.
    @Test(arguments: [
        Case("attwithfn2231noc", "attachment; filename*=''foo-%c3%a4-%e2%82%ac.html", nil),
        Case("attwithfn2231utf8-bad", "attachment; filename*=iso-8859-1''foo-%c3%a4-%e2%82%ac.html", nil),
        Case("attwithfn2231iso-bad", "attachment; filename*=utf-8''foo-%E4.html", nil),
        Case("attwithfn2231ws1", "attachment; filename *=UTF-8''foo-%c3%a4.html", nil),
        Case("attwithfn2231quot2", #"attachment; filename*="foo%20bar.html""#, nil),
        Case("attwithfn2231singleqmissing", "attachment; filename*=UTF-8'foo-%c3%a4.html", nil),
        Case("attwithfn2231nbadpct1", "attachment; filename*=UTF-8''foo%", nil),
        Case("attwithfn2231nbadpct2", "attachment; filename*=UTF-8''f%oo.html", nil),
        Case("Firefox", "attachment; filename*=a''foo", nil),
        Case("Firefox", "attachment; filename*=foo-%41.html", nil),
        Case("Firefox", "attachment; filename*=UTF-8'foo-%41.html; filename=bar.html", "bar.html"),
        Case("Firefox", "attachment; filename*=ISO-8859-1''%e2%82%ac", nil),
        Case("Firefox", "attachment; filename*=UTF-8''A%e4B", nil),
        Case("Firefox", "attachment; filename*=UTF-8''A%e4B; filename=fallback", "fallback"),
        Case("Firefox", "attachment; filename*=UTF-8''f%oo; filename=bar", "bar"),
        Case("Firefox", "attachment; filename*=UTF-8''foo%; filename=bar", "bar"),
        Case("jshttp", "attachment; filename*=ISO-8859-1''%A3%2rates.pdf", nil),
        Case("jshttp", #"attachment; filename="invoice.pdf"; filename*=ISO-8859-1''report%2"#, "invoice.pdf"),
        Case(
            "jshttp",
            #"attachment; filename="EURO rates.pdf"; filename*=ISO-8859-2''%A4%20rates.pdf"#,
            "EURO rates.pdf"
        ),
        Case("jshttp", "attachment; filename*=utf8''%E2%82%AC%20rates.pdf", nil),
        // The first one counts, even if it cannot be decoded.
        Case("jshttp", "attachment; filename*=UTF-8''%E4%20rates.pdf; filename*=UTF-8''second.html", nil),
        Case("jshttp", "attachment; filename*=UTF-8''first.html; filename*=UTF-8''second.html", "first.html"),
    ])
    func ignoresInvalidExtendedNames(_ sample: Case) throws { try check(sample, "attachment") }

    /// RFC 6266 has no continuations, which RFC 2231 defines for mail.
    @Test(arguments: [
        Case("attfncont", #"attachment; filename*0="foo."; filename*1="html""#, nil),
        Case("attfncontqs", #"attachment; filename*0="foo"; filename*1="\b\a\r.html""#, nil),
        Case("attfncontenc", #"attachment; filename*0*=UTF-8''foo-%c3%a4; filename*1=".html""#, nil),
        Case("attfncontlz", #"attachment; filename*0="foo"; filename*01="bar""#, nil),
        Case("attfncontnc", #"attachment; filename*0="foo"; filename*2="bar""#, nil),
        Case("attfnconts1", #"attachment; filename*1="foo."; filename*2="html""#, nil),
        Case("attfncontord", #"attachment; filename*1="bar"; filename*0="foo""#, nil),
        Case("Firefox", "attachment; filename=basic; filename*0=foo; filename*1=bar", "basic"),
        Case("Firefox", "attachment; filename=basic; filename**=UTF-8''0", "basic"),
        Case(
            "Firefox",
            "attachment; filename=basic; filename*=UTF-8''extended; filename*0=foo; filename*1=bar",
            "extended"
        ),
    ])
    func ignoresContinuations(_ sample: Case) throws { try check(sample, "attachment") }

    /// These fields break the grammar, and receivers may do with them as they like. The name is what most servers mean.
    @Test(arguments: [
        Case("attwithtokfncommanq", "attachment; filename=foo,bar.html", "foo,bar.html"),
        Case("attwithasciifilenamenqs", "attachment; filename=foo.html ;", "foo.html"),
        Case("attemptyparam", "attachment; ;filename=foo", "foo"),
        Case("attwithasciifilenamenqws", "attachment; filename=foo bar.html", "foo bar.html"),
        Case("attwith2filenames", #"attachment; filename="foo.html"; filename="bar.html""#, "foo.html"),
        Case("attfnbrokentoken", "attachment; filename=foo[1](2).html", "foo[1](2).html"),
        Case("attfnbrokentokeniso", "attachment; filename=foo-ä.html", "foo-ä.html"),
        Case("attfnbrokentokenutf", "attachment; filename=foo-Ã¤.html", "foo-Ã¤.html"),
        Case("attandinline", "inline; attachment; filename=foo.html", "foo.html"),
        Case("attandinline2", "attachment; inline; filename=foo.html", "foo.html"),
        Case("attbrokenquotedfn", #"attachment; filename="foo.html".txt"#, "foo.html"),
        Case("attbrokenquotedfn2", #"attachment; filename="bar"#, "bar"),
        Case("attbrokenquotedfn3", #"attachment; filename=foo"bar;baz"qux"#, #"foo"bar"#),
        Case(
            "attmultinstances",
            "attachment; filename=foo.html, attachment; filename=bar.html",
            "foo.html, attachment"
        ), Case("attmissingdelim", "attachment; foo=foo filename=bar", nil),
        Case("attmissingdelim2", "attachment; filename=bar foo=foo ", "bar foo=foo"),
        Case("attwithfn2231quot", #"attachment; filename*="UTF-8''foo-%c3%a4.html""#, "foo-ä.html"),
        Case("attrfc2047token", "attachment; filename==?ISO-8859-1?Q?foo-=E4.html?=", "=?ISO-8859-1?Q?foo-=E4.html?="),
        Case("Firefox", "attachment;", nil), Case("Firefox", "attachment; filename=", ""),
        Case("Firefox", "attachment; filename =      ", ""), Case("Firefox", "attachment; filename X", nil),
        Case("Firefox", "attachment; filename=foo; trouble ", "foo"),
        Case("Firefox", "attachment; badparameter; filename=foo", "foo"),
        Case("Firefox", "attachment; filename=foo bar; garbage", "foo bar"),
        Case("Firefox", "attachment; filename=foo\tbar.html", "foo\tbar.html"),
        Case("Firefox", "attachment;filename=IT839\u{4}µ(m8)2.pdf;", "IT839\u{4}µ(m8)2.pdf"),
        Case("Firefox", #"attachment; filename=""#, ""),
        Case("jshttp", "attachment; filename=total/; foo=bar", "total/"),
        Case("jshttp", #"attachment; filename@="rates.pdf""#, nil),
    ])
    func recoversFromInvalidFields(_ sample: Case) throws { try check(sample, sample.type) }

    /// A type that is not a token is nil. A token before an equals sign is a parameter, and a token before a space is a type.
    @Test(
        arguments: [
            ("inlonlyquoted", #""inline""#, nil, nil), ("attonlyquoted", #""attachment""#, nil, nil),
            ("attmissingdisposition", "filename=foo.html", "attachment", "foo.html"),
            ("attmissingdisposition2", "x=y; filename=foo.html", "attachment", "foo.html"),
            ("attmissingdisposition3", #""foo; filename=bar;baz"; filename=qux"#, nil, nil),
            (
                "attmissingdisposition4", "filename=foo.html, filename=bar.html", "attachment",
                "foo.html, filename=bar.html"
            ),
            ("emptydisposition", "; filename=foo.html", nil, nil),
            ("doublecolon", ": inline; attachment; filename=foo.html", nil, nil),
            ("attmissingdelim3", "attachment filename=bar", "attachment", nil),
            ("attreversed", "filename=foo.html; attachment", "attachment", "foo.html"),
            ("a quoted name", #"FILENAME = "a;b" ; filename=c"#, "attachment", "a;b"),
        ] as [(String, String, String?, String?)]
    )
    func readsTheType(_ name: String, _ field: String, _ type: String?, _ fileName: String?) {
        let disposition = ContentDisposition(parsing: field)
        #expect(disposition?.type == type && disposition?.fileName == fileName)
    }

    /// A name that leads to another folder, or contains line ends, is safe without them.
    @Test(
        arguments: [
            (#"attachment; filename="/foo.html""#, "foo.html"), (#"attachment; filename="\\foo.html""#, "foo.html"),
            ("attachment; filename*=UTF-8''%5cfoo.html", "foo.html"),
            ("attachment; filename=foo\nbar.html", "foobar.html"),
            ("attachment; filename=foo\r\nbar.html", "foobar.html"),
            ("attachment; filename=foo\tbar.html", "foobar.html"),
        ]
    )
    func namesWithoutFoldersAreSafe(_ field: String, _ fileName: String) {
        #expect(ContentDisposition(parsing: field)?.fileNameWithoutFolders == fileName)
    }

    /// Source: jshttp/content-disposition, the cases of its option `multipart`.
    @Test(
        arguments: [
            (#"form-data; name="upload"; filename="the %22plans%22.pdf""#, "upload", #"the "plans".pdf"#),
            (#"form-data; name="upload"; filename="foo%0abar%0d.txt""#, "upload", "foo\nbar\r.txt"),
            (#"form-data; name="upload"; filename="foo%2""#, "upload", "foo%2"),
            (#"form-data; name="upload"; filename="€ rates.pdf""#, "upload", "€ rates.pdf"),
            (#"form-data; name="foo%20bar"; filename="foo%41bar.txt""#, "foo%20bar", "foo%41bar.txt"),
        ]
    )
    func formsDecodeThreeEscapes(_ field: String, _ name: String, _ fileName: String) {
        #expect(ContentDisposition(parsing: field) == ContentDisposition(name: name, fileName: fileName))
    }
}
