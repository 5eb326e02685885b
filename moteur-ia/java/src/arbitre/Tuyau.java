package arbitre;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.jar.JarFile;

/**
 * The engine protocol on standard input and output, for any class with the methods {@code void recevoir(String)} and
 * {@code String emettre()}, which the JVM inside a player calls by JNI.
 */
public final class Tuyau {
    private final Object moteur;
    private final Method recevoir;
    private final Method emettre;

    private Tuyau(Class<?> classe) throws ReflectiveOperationException {
        var constructeur = classe.getDeclaredConstructor();
        constructeur.setAccessible(true);
        moteur = constructeur.newInstance();
        recevoir = classe.getMethod("recevoir", String.class);
        emettre = classe.getMethod("emettre");
        recevoir.setAccessible(true);
        emettre.setAccessible(true);
    }

    /** Plays with the class of an archive or folder, {@code PATH [CLASS]}; without a name, with the archive's Main-Class. */
    public static void main(String[] args) throws IOException {
        if (args.length < 1) {
            System.err.println("usage : java -jar moteur-java.jar CHEMIN [CLASSE]");
            System.exit(2);
        }
        File chemin = new File(args[0]);
        String nom = args.length > 1 ? args[1] : principale(chemin);
        // It stays open as long as the engine plays.
        @SuppressWarnings("resource")
        ClassLoader chargeur = new URLClassLoader(new URL[] {chemin.toURI().toURL()});
        try {
            jouer(chargeur.loadClass(nom));
        } catch (InvocationTargetException e) {
            finir(e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            finir(e);
        }
    }

    /** Plays with an engine of this class until {@code quit} or the end of the input. */
    public static void jouer(Class<?> classe) throws ReflectiveOperationException {
        Tuyau tuyau = new Tuyau(classe);
        Thread lecteur = new Thread(tuyau::lire, "lecteur");
        lecteur.setDaemon(true);
        lecteur.start();
        PrintStream sortie = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        Object ligne = tuyau.emettre.invoke(tuyau.moteur);
        while (ligne != null) {
            sortie.print(ligne + "\n");
            sortie.flush();
            ligne = tuyau.emettre.invoke(tuyau.moteur);
        }
    }

    private void lire() {
        try (BufferedReader entree =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            String ligne = entree.readLine();
            while (ligne != null) {
                recevoir.invoke(moteur, ligne);
                ligne = entree.readLine();
            }
            // The end of the input means quit.
            recevoir.invoke(moteur, "quit");
        } catch (InvocationTargetException e) {
            finir(e.getCause());
        } catch (IOException | ReflectiveOperationException e) {
            finir(e);
        }
    }

    private static String principale(File archive) throws IOException {
        try (JarFile fichier = new JarFile(archive)) {
            var manifeste = fichier.getManifest();
            String nom = manifeste == null ? null : manifeste.getMainAttributes().getValue("Main-Class");
            if (nom == null) {
                System.err.println(archive + " : pas de Main-Class ; nommez la classe : " + archive + " CLASSE");
                System.exit(1);
            }
            return nom;
        }
    }

    /** The engine has failed: its trace is its log. */
    private static void finir(Throwable e) {
        e.printStackTrace();
        System.exit(1);
    }
}
