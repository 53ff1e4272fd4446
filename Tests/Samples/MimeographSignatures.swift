private let pem = ""
private let serverPEM = ""
private let clientPEM = ""
