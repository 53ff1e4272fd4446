import Foundation
import Mimeograph
public import MimeographForm

extension ClientDescription {
    /// What is known about this process: its name and version, the system, and the languages of its user.
    ///
    /// On Apple platforms name and version are those of the main bundle and the languages those of the system's settings.
    /// Elsewhere the name is that of the program's file and the languages are those of the environment.
    ///
    /// ```swift
    /// let serializer = HTTPRequestSerializer(client: .current)
    /// ```
    public static var current: ClientDescription {
        #if canImport(Darwin)
            let bundle = Bundle.main
            let name = bundle.object(forInfoDictionaryKey: "CFBundleExecutable") as? String ?? bundle.bundleIdentifier
            let version =
                bundle.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
                ?? bundle.object(forInfoDictionaryKey: "CFBundleVersion") as? String
            let system = ProcessInfo.processInfo.operatingSystemVersion
            let number = "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)"
            return ClientDescription(
                name: name ?? programName,
                version: version,
                system: platform.enumerated().map { $0.offset == 0 ? "\($0.element) \(number)" : $0.element },
                languages: Locale.preferredLanguages
            )
        #else
            return ClientDescription(environment: ProcessInfo.processInfo.environment)
        #endif
    }
}

extension HTTPRequestSerializer {
    /// A serializer for a program's own requests: User-Agent says what the program is, and Accept-Language which languages
    /// its user prefers.
    ///
    /// ```swift
    /// var serializer = HTTPRequestSerializer.forThisProcess
    /// serializer.fields["Accept-Language"]   // de-AT;q=1 where LANG is de_AT.UTF-8
    /// ```
    /// `HTTPRequestSerializer()` says nothing of languages, because the core does not read the environment.
    public static var forThisProcess: HTTPRequestSerializer { HTTPRequestSerializer(client: .current) }
}
