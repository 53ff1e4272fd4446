import Foundation
import Mimeograph
import MimeographSession

/// The text that `--write-out` adds after a transfer.
///
/// Source: curl(1), `--write-out`.
enum CurlWriteOut {
    /// Returns whether all variables of the options are known. If not, the standard output is not compared.
    static func isKnown(_ commandLine: CurlCommandLine) -> Bool {
        commandLine.groups.flatMap { $0.all("write-out") }.allSatisfy { format in
            !format.hasPrefix("@")
                && format.matches(of: #/%[^\s%]*/#).allSatisfy { part in
                    part.0.wholeMatch(of: #/%\{([a-z_]+)\}.*/#).map { names.contains(String($0.1)) } ?? false
                }
        }
    }

    private static let names: Set<String> = [
        "content_type", "http_code", "num_connects", "num_headers", "num_redirects", "redirect_url", "response_code",
        "size_download", "size_upload", "url_effective",
    ]

    /// Returns the text for a transfer.
    static func text(_ format: String, _ result: CurlCaseTransfer.Result, _ request: CurlRequest) -> String {
        let text = format.replacing(#/%\{([a-z_]+)\}/#) { value(String($0.1), result, request) }
        return text.replacing("\\n", with: "\n").replacing("\\t", with: "\t").replacing("\\r", with: "\r")
    }

    private static func value(_ name: String, _ result: CurlCaseTransfer.Result, _ request: CurlRequest) -> String {
        let steps = result.metrics?.steps ?? []
        let head = result.head
        switch name {
        case "content_type": return head?.fields["Content-Type"] ?? ""
        case "http_code", "response_code": return head.map { "\($0.status)" } ?? "000"
        case "num_connects": return "\(steps.count { $0.transport.connectionWasReused == false })"
        case "num_headers": return "\(head?.fields.lines.count ?? 0)"
        case "num_redirects": return "\(result.metrics?.redirectCount ?? 0)"
        case "redirect_url":
            guard let head, (300...399).contains(head.status), let location = head.fields["Location"] else { return "" }
            // The session reports no URL that it cannot request.
            if location.contains("://"), !location.lowercased().hasPrefix("http") { return location }
            guard let base = head.url.flatMap({ try? RequestURL($0) }),
                let url = try? RequestURL(location, relativeTo: base)
            else { return "" }
            return url.text
        case "size_download": return "\(result.body.count)"
        case "size_upload": return "\(result.metrics?.bytesSent ?? 0)"
        default: return withHost(of: request, head?.url ?? "")
        }
    }

    /// Returns a URL with its host as the command line writes it, if that is the same host: the session reports hosts in ASCII.
    private static func withHost(of request: CurlRequest, _ url: String) -> String {
        guard let asked = try? RequestURL(request.url.text).host, let host = try? RequestURL(url).host, asked == host,
            asked != request.url.host, let range = url.range(of: host)
        else { return url }
        return url.replacingCharacters(in: range, with: request.url.host)
    }
}
