import Mimeograph
import MimeographFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file of cookies, one a line with tabs, in the order of their creation. The columns are the domain, whether subdomains get
/// the cookie, the path, whether it is secure, its expiry in seconds since 1970, the name and the value.
///
/// ```
/// # SameSite=Strict
/// #HttpOnly_.example.com  TRUE    /       TRUE    1800000000      id      7
/// #Mimeograph     https://news.example    ads.example     FALSE   /       TRUE    1800000000      seen    1
/// ```
/// Comments, which other programs skip, hold the properties that the format has no column for. One comment holds the `SameSite`
/// value of the cookie in the next line. Another holds a whole cookie that other programs would send wrongly: one with a
/// partition, or one without a name.
///
/// Source: the format of Netscape's browser, with curl's `#HttpOnly_` before the domain (curl, "HTTP Cookies").
struct CookieFile: Sendable {
    let path: String
    let keepsSessionCookies: Bool

    private static let mostBytes = 16 << 20
    /// The last second of the year 9999, the latest expiry that is stored.
    private static let latest = 253_402_300_799

    /// Reads the cookies of the file. Skips lines without a cookie.
    ///
    /// - Throws: ``SessionError/Code/fileNotWritable`` if the file cannot be read, or if it is not a cookie file, which
    ///   ``write(_:)`` would replace.
    func read() throws(SessionError) -> [Cookie] {
        removeAbandoned()
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try SystemFile.ownContents(of: path, atMost: Self.mostBytes)
        } catch {
            if error.isThatItIsMissing { return [] }
            throw SessionError(
                .fileNotWritable,
                "The cookie file cannot be read: \(error.reason).",
                remedy:
                    "The file must belong to this user, must not be a link, and must not be writable by all users. "
                    + "Check its path, its owner and its permissions."
            )
        }
        guard let bytes else { throw Self.notCookies("It has more than \(Self.mostBytes) bytes") }
        var sameSite = Cookie.SameSite.unset
        let lines = String(opaque: bytes).parts(at: "\n")
        let cookies = lines.compactMap { (line: Substring) -> Cookie? in
            if let remark = Self.sameSite(line) {
                sameSite = remark
                return nil
            }
            defer { sameSite = .unset }
            return Self.cookie(line, sameSite)
        }
        let isOfCookies = lines.contains { line in
            line.utf8.first == UInt8(ascii: "#") || line.utf8.lazy.filter { $0 == UInt8(ascii: "\t") }.count == 6
        }
        guard isOfCookies || bytes.allSatisfy({ $0 <= 0x20 }) else {
            throw Self.notCookies("None of its lines has the form of a cookie")
        }
        return cookies
    }

    /// The error for a file with other contents, which the storage would overwrite.
    private static func notCookies(_ reason: String) -> SessionError {
        SessionError(
            .fileNotWritable,
            "The file is not a cookie file, and the storage would overwrite it. \(reason).",
            remedy: "Check the path. If no file exists there, a new one is created."
        )
    }

    private static let sameSiteMark = "# SameSite="
    private static let ownMark = "#Mimeograph\t"

    /// Returns the `SameSite` value that a comment states for the next line; nil for any other line.
    private static func sameSite(_ line: Substring) -> Cookie.SameSite? {
        guard line.beginsWithBytes(of: sameSiteMark), line.utf8.count <= 24 else { return nil }
        return Cookie.SameSite(rawValue: String(Substring(line.utf8.dropFirst(sameSiteMark.utf8.count))))
    }

    /// Removes the temporary files that a crash during a write has left.
    private func removeAbandoned() {
        let parts = path.parts(at: "/")
        guard let name = parts.last.map(String.init) else { return }
        let folder = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/") + "/"
        let others = (try? SystemFile.names(inDirectory: folder)) ?? []
        for other in others where SystemFile.isAbandoned(other, of: { $0.hasSameBytes(as: name) }) {
            SystemFile.remove("\(folder)/\(other)", onlyOwn: true)
        }
    }

    private static func cookie(_ line: Substring, _ sameSite: Cookie.SameSite) -> Cookie? {
        var line = line.utf8.last == UInt8(ascii: "\r") ? Substring(line.utf8.dropLast()) : line
        var partition: String?
        let isOwn = line.beginsWithBytes(of: ownMark)
        if isOwn {
            let parts = Substring(line.utf8.dropFirst(ownMark.utf8.count)).parts(at: "\t", most: 1)
            guard parts.count == 2 else { return nil }
            partition = parts[0].isEmpty ? nil : String(parts[0])
            line = parts[1]
        }
        let mark = "#HttpOnly_"
        let isHTTPOnly = line.beginsWithBytes(of: mark)
        if isHTTPOnly { line = Substring(line.utf8.dropFirst(mark.utf8.count)) }
        guard line.utf8.first != UInt8(ascii: "#") else { return nil }
        let parts = line.parts(at: "\t").map(String.init)
        guard parts.count == 7, !parts[0].isEmpty, !parts[5].isEmpty || isOwn && !parts[6].isEmpty,
            parts[2].utf8.first == UInt8(ascii: "/"),
            let end = Int(parts[4]),
            "\(parts[5])\(parts[6])".utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ";") })
        else { return nil }
        return Cookie(
            name: parts[5],
            value: parts[6],
            domain: parts[0].beginsWithBytes(of: ".") ? String(Substring(parts[0].utf8.dropFirst())) : parts[0],
            isHostOnly: !parts[1].hasSameBytes(as: "TRUE"),
            path: parts[2],
            expires: end == 0 ? nil : Date(timeIntervalSince1970: Double(min(max(end, 1), latest))),
            isSecure: parts[3].hasSameBytes(as: "TRUE"),
            isHTTPOnly: isHTTPOnly,
            sameSite: sameSite,
            partition: partition
        )
    }

    private static func second(_ date: Date) -> String {
        "\(Int(min(max(date.timeIntervalSince1970, 1), Double(latest))))"
    }

    /// Returns whether the file stores the cookie. The format has no column for a socket, so a socket's cookies would later be
    /// sent to other servers.
    func keeps(_ cookie: Cookie) -> Bool {
        cookie.unixSocketPath == nil && (cookie.expires != nil || keepsSessionCookies)
    }

    /// Writes the cookies.
    ///
    /// - Returns: Whether the write succeeded.
    func write(_ cookies: [Cookie]) -> Bool {
        var text = "# Netscape HTTP Cookie File\n"
        for cookie in cookies {
            let fields = [
                (cookie.isHTTPOnly ? "#HttpOnly_" : "") + (cookie.isHostOnly ? "" : ".") + cookie.domain,
                cookie.isHostOnly ? "FALSE" : "TRUE", cookie.path, cookie.isSecure ? "TRUE" : "FALSE",
                cookie.expires.map(Self.second) ?? "0", cookie.name, cookie.value,
            ]
            // The format cannot express a tab or a line break.
            let texts = fields + [cookie.partition ?? ""]
            guard texts.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 } }) else { continue }
            if cookie.sameSite != .unset { text += "\(Self.sameSiteMark)\(cookie.sameSite.rawValue)\n" }
            if cookie.partition != nil || cookie.name.isEmpty {
                text += "\(Self.ownMark)\(cookie.partition ?? "")\t"
            }
            text += fields.joined(separator: "\t") + "\n"
        }
        return (try? SystemFile.replaceContents(of: path, with: text.opaqueBytes)) != nil
    }
}
