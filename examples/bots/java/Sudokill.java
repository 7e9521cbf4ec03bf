// A bot for `gauntlet host sudokill`: java Sudokill.java HOST PORT NAME
import java.io.*;
import java.net.Socket;
import java.util.*;
import java.util.stream.IntStream;

public class Sudokill {
  record Move(int square, int digit) {} // squares count from 0 to 80, row by row

  static boolean see(int a, int b) { // they share a row, a column or a box
    return a / 9 == b / 9 || a % 9 == b % 9 || a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
  }

  static List<Move> legalMoves(int[] board, int last) { // last: where the last move went, or -1
    int[] empty = IntStream.range(0, 81).filter(s -> board[s] == 0).toArray();
    int[] inLine = IntStream.of(empty)
        .filter(s -> last >= 0 && (s / 9 == last / 9 || s % 9 == last % 9)).toArray();
    List<Move> moves = new ArrayList<>();
    for (int square : inLine.length > 0 ? inLine : empty) { // if row and column are full, anywhere
      int seen = 0; // a bit for each digit in sight
      for (int s = 0; s < 81; s++) if (see(s, square)) seen |= 1 << board[s];
      for (int digit = 1; digit <= 9; digit++)
        if ((seen >> digit & 1) == 0) moves.add(new Move(square, digit));
    }
    return moves;
  }

  // The move that leaves the opponent the fewest replies: none is a win. Empty squares hold 0.
  static Move choose(int[] board, int last) {
    Move best = new Move(0, 0); // who has no legal move has lost, but is asked all the same
    int fewest = Integer.MAX_VALUE;
    for (Move move : legalMoves(board, last)) {
      board[move.square] = move.digit;
      int replies = legalMoves(board, move.square).size();
      board[move.square] = 0;
      if (replies < fewest) best = move;
      fewest = Math.min(fewest, replies);
    }
    return best;
  }

  public static void main(String[] words) throws IOException {
    if (words.length != 3) throw new RuntimeException("usage: java Sudokill.java HOST PORT NAME");
    Socket server = new Socket(words[0], Integer.parseInt(words[1]));
    var in = new BufferedReader(new InputStreamReader(server.getInputStream(), "ISO-8859-1"));
    var out = new PrintStream(server.getOutputStream());
    out.print(words[2] + "\n");
    int last = -1;
    for (String line; (line = in.readLine()) != null; ) { // until the server hangs up
      int[] digits = line.chars().filter(Character::isDigit).map(c -> c - '0').toArray();
      if (line.equals("READY")) out.print("PLAY\n"); // forgotten if we are the first of two
      if (line.matches("[0-8] [0-8] [1-9]")) last = 9 * digits[0] + digits[1]; // ours or theirs
      if (line.startsWith("GAME OVER")) System.out.println(line);
      if (!line.startsWith("ADD|")) continue; // chat and the like need no answer
      Move move = choose(digits, last);
      out.print(move.square / 9 + " " + move.square % 9 + " " + move.digit + "\n");
    }
  }
}
