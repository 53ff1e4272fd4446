// Bodies that the README takes as given.

private let atom = Array("<feed/>".utf8)
private let picture: [UInt8] = []
